// Makes the snapshot that later visits start from, in a worker and in an interpreter that is then thrown away.
import "./no-import-scripts.js";
import { loadPyodide } from "../runtime/pyodide/pyodide.mjs";
import { archiveURL, indexURL, keep, libraryURL } from "./snapshot.js";

const IMPORT_ALL = `
def import_all():
    import importlib, json, shutil, sys
    shutil.unpack_archive("app.zip", ".")
    with open("warm.json") as names:
        for name in json.load(names):
            importlib.import_module(name)
    sys.path_importer_cache.clear()  # the files are not in the snapshot

import_all()
del import_all
`;

const make = async () => {
  const archive = await fetch(archiveURL);
  if (!archive.ok) throw new Error(`${archive.status} ${archive.url}`);
  const python = await loadPyodide({ indexURL, stdLibURL: libraryURL, _makeSnapshot: true });
  const size = () => python._module.HEAP8.length;
  const atFirst = size();
  python.FS.writeFile("app.zip", new Uint8Array(await archive.arrayBuffer()));
  python.runPython(IMPORT_ALL);
  // A snapshot larger than what an interpreter begins with cannot be restored.
  if (size() === atFirst) await keep(python.makeMemorySnapshot());
};

// Without a network, or without room for it, it is tried again at the next visit.
await make().catch(() => {});
close();
