// Plays digests.py in Pyodide: node digests.mjs PYODIDE WHEELS COUNT, all but the last being folders.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, wheels, count] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide();
for (const name of readdirSync(wheels)) {
  const { buffer, byteOffset, length } = readFileSync(join(wheels, name));
  python.unpackArchive(buffer.slice(byteOffset, byteOffset + length), "wheel");
}
python.setStdout({ batched: (line) => console.log(line) });
python.runPython(`import sys; sys.argv = ["digests", "${Number(count)}"]`);
python.runPython(readFileSync(new URL("digests.py", import.meta.url), "utf8"), {
  globals: python.toPy({ __name__: "__main__" }),
});
