// Begins the game from the parts in this file. Each becomes a thing in memory; who asks for it by where it would be
// on a site is given that.
"use strict";
{
  const NOWHERE = "{{nowhere}}";
  const here = document.baseURI;

  const unpack = async (part) => {
    const { path, type } = part.dataset;
    const packed = Uint8Array.from(atob(part.textContent), (letter) => letter.charCodeAt(0));
    part.remove();
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return { path, type, content: await new Response(unpacked).blob() };
  };

  // Begins to answer from these parts, once they are there. Done on the page, and as text in its worker, which can
  // read nothing that the page has in its memory: so it must not name anything around it.
  const answerFrom = (arriving, nowhere, here) => {
    const place = async () => {
      const named = new RegExp(`${nowhere}[\\w./-]+`, "g");
      const places = {};
      for (const { path, type, content } of await arriving) {
        const isModule = type === "text/javascript";
        // A module names those it imports, which stand before it.
        const text = isModule && (await content.text()).replace(named, (address) => places[address] ?? address);
        const address = URL.createObjectURL(new Blob([isModule ? text : content], { type }));
        places[nowhere + path] = places[new URL(path, here)] = address;
      }
      return places;
    };
    const { fetch } = globalThis;
    const places = place();
    const find = async (url) => (await places)[new URL(url, here)];
    globalThis.deltilleImport = async (url) => import((await find(url)) ?? url);
    globalThis.fetch = async (request, ...rest) => fetch((await find(request.url ?? request)) ?? request, ...rest);
    return places;
  };

  const answerInWorkers = (parts) => {
    const { createObjectURL } = URL;
    const arriving = `new Promise((arrived) => addEventListener("message", (event) => {
      event.stopImmediatePropagation();
      arrived(event.data);
    }, { once: true }))`;
    const begin = `(${answerFrom})(${arriving}, ${JSON.stringify(NOWHERE)}, ${JSON.stringify(here)});\n`;
    URL.createObjectURL = (blob) =>
      createObjectURL(blob.type === "text/javascript" ? new Blob([begin, blob], blob) : blob);
    window.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        super.postMessage(parts);
      }
    };
  };

  const start = async () => {
    const parts = await Promise.all([...document.querySelectorAll("script[data-path]")].map(unpack));
    await answerFrom(parts, NOWHERE, here);
    answerInWorkers(parts);
    await deltilleImport(`${NOWHERE}assets/boot.js`);
  };

  start().catch((error) => window.deltilleBoot.fail("The parts of this file could not be unpacked.", String(error)));
}
