// Compiles the Python of the site in the Pyodide that will run it: `node bytecode.mjs app.zip folder` takes our
// sources from the archive and writes library.zip and app.zip into the folder. What is done is in bytecode.py.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { loadPyodide } from "pyodide";

const [archive, folder] = process.argv.slice(2);

// Sets are in the same order every time, and so is what is written.
const { FS, runPython } = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
FS.mkdir("/work");
FS.writeFile("/work/sources.zip", await readFile(archive));
runPython(await readFile(new URL("bytecode.py", import.meta.url), "utf8"));
runPython('main("/work/sources.zip", "/work")');
for (const name of ["library.zip", "app.zip"]) await writeFile(join(folder, name), FS.readFile(`/work/${name}`));
