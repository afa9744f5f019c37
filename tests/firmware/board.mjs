// A board with MicroPython on it, at standard input and output: its prompt, or the seat box's
// program once that is on it and the board has been reset.
import { pathToFileURL } from "node:url";

const { loadMicroPython } = await import(pathToFileURL(process.argv[2]));
const RAW_PASTE = "\x05A\x01"; // this build cannot do it, and says so like an older board

let running = false; // the program, and not the prompt
let came = [];
const python = await loadMicroPython({
  heapsize: 1 << 20,
  linebuffer: false,
  stdout: (data) => process.stdout.write(Buffer.from(data)),
});

python.registerJsModule("_board", {
  reset: () => setTimeout(reset, 0),
  came: () => { const bytes = came; came = []; return bytes.join(" "); },
  say: (hex) => process.stdout.write(Buffer.from(hex, "hex")),
});
python.runPython(Buffer.from(process.argv[3], "hex").toString());
prompt();

function prompt() {
  running = false;
  python.replInit();
}

function reset() {
  running = python.globals.get("start")();
  if (!running) prompt();
}

setInterval(() => { if (running && !python.globals.get("step")()) prompt(); }, 5);

process.stdin.on("data", (data) => {
  if (running) { came.push(...data); return; }
  for (const part of data.toString("latin1").split(/(\x05A\x01)/)) {
    if (part === RAW_PASTE) process.stdout.write("R\0");
    else for (const byte of Buffer.from(part, "latin1")) python.replProcessChar(byte);
  }
});
