// Pyodide as PyScript's `interpreter`, on the page and in workers: the same loadPyodide, told where its
// files are (PyScript would look beside this module), saying when its work begins, and starting from a
// snapshot where there is one.
import "./memory-database.js";
import "./no-import-scripts.js";
import { loadPyodide as load, version } from "../runtime/pyodide/pyodide.mjs";
import { forget, indexURL, kept, libraryURL } from "./snapshot.js";

export { version };

const restore = async (options, snapshot) => {
  const python = await load({ ...options, _loadSnapshot: snapshot });
  // All that start from it would else get the same numbers.
  python.runPython("import random; random.seed()");
  performance.mark("deltille:snapshot"); // for workers as well, which have no document to say it on
  if (globalThis.document) document.documentElement.dataset.start = "snapshot";
  return python;
};

const start = async (options) => {
  const snapshot = await kept;
  if (snapshot) {
    try {
      return await restore(options, snapshot);
    } catch {
      await forget();
    }
  }
  return load(options);
};

export const loadPyodide = async (options) => {
  globalThis.deltilleBoot?.stage("Starting Python");
  const python = await start({ ...options, indexURL, stdLibURL: libraryURL });
  // At every start PyScript would compile its package of Python modules, none of which we use. Once something
  // of that name has been imported, it does not.
  python.registerJsModule("pyscript", {});
  python.pyimport("pyscript");
  return python;
};
