// MicroPython's own interpreter, built for WebAssembly: files and code come in as lines of JSON,
// what the code prints goes out the same way.
//   {"files": {"/firmware/box.py": "HEX"}}    {"code": "print(1)"}
// is answered by
//   {"out": "1\n"}    or    {"out": "", "error": "..."}
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { loadMicroPython } = await import(pathToFileURL(process.argv[2]));
let printed = "";
const python = await loadMicroPython({
  heapsize: 192 * 1024, // what a Pico has left for Python
  linebuffer: true,
  stdout: (line) => { printed += line + "\n"; },
});

function write(files) {
  for (const [path, hex] of Object.entries(files)) {
    const folders = path.split("/").slice(1, -1);
    let folder = "";
    for (const name of folders) {
      folder += "/" + name;
      if (!python.FS.analyzePath(folder).exists) python.FS.mkdir(folder);
    }
    python.FS.writeFile(path, Buffer.from(hex, "hex"));
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { files, code } = JSON.parse(line);
  printed = "";
  let answer;
  try {
    if (files) write(files);
    if (code) python.runPython(code);
    answer = { out: printed };
  } catch (error) {
    answer = { out: printed, error: String(error.message ?? error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
