// The loading screen and the error panel. A classic script, because modules do not run from file://,
// and because it must be there to say so when a module fails to load.
"use strict";
{
  const BYTES_SHARE = 0.8; // of the bar; the stages after the download share the rest
  const PATIENCE = 30_000; // milliseconds without a sign of life before we say something

  const root = document.documentElement;
  const part = (id) => document.getElementById(id);
  const isReady = () => root.dataset.ready === "true";
  let failed = false;
  let watchdog;
  let resolveReady;

  // For scripts and embedding pages: there from the start, complete once `ready` is fulfilled.
  window.deltille = { ready: new Promise((resolve) => (resolveReady = resolve)) };

  const advance = (share) => {
    const bar = part("progress");
    if (share > bar.value) bar.value = share;
  };

  const signOfLife = () => {
    clearTimeout(watchdog);
    if (isReady() || failed) return;
    part("trouble").hidden = true;
    watchdog = setTimeout(() => {
      show("Nothing has arrived for a while. The connection may be slow or broken.", part("stage").textContent);
    }, PATIENCE);
  };

  const show = (sentence, detail) => {
    part("trouble-sentence").textContent = sentence;
    part("trouble-detail").textContent = detail ?? "";
    part("trouble-again").hidden = isReady();
    part("trouble-close").hidden = !isReady();
    part("trouble").hidden = false;
  };

  const boot = {
    /** So many of so many bytes are here. */
    progress(loaded, total) {
      const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
      part("amount").textContent = `${megabytes(loaded)} of ${megabytes(total)} MB`;
      advance((BYTES_SHARE * loaded) / total);
      signOfLife();
    },
    /** What is going on now, in a few words. */
    stage(text) {
      part("stage").textContent = text;
      part("amount").textContent = "";
      advance(part("progress").value + (1 - part("progress").value) / 3);
      signOfLife();
    },
    /** The page can be used. */
    ready() {
      advance(1);
      root.dataset.ready = "true";
      performance.mark("deltille:ready");
      resolveReady();
      part("shell").hidden = true;
      part("trouble").hidden = true;
      clearTimeout(watchdog);
    },
    /** Loading has failed; what fails later is mostly a consequence, so the first sentence stays. */
    fail(sentence, detail) {
      if (failed || isReady()) return;
      failed = true;
      clearTimeout(watchdog);
      show(sentence, detail);
    },
    /** Something unexpected happened; once the page is in use, it goes on. */
    report(sentence, detail) {
      if (isReady()) show(sentence, detail);
      else boot.fail(sentence, detail);
    },
  };
  Object.defineProperty(window, "deltilleBoot", { value: Object.freeze(boot) });

  part("trouble-again").addEventListener("click", () => location.reload());
  part("trouble-close").addEventListener("click", () => (part("trouble").hidden = true));
  part("trouble-copy").addEventListener("click", async ({ target }) => {
    const { textContent: sentence } = part("trouble-sentence");
    const { textContent: detail } = part("trouble-detail");
    const { version } = root.dataset;
    try {
      await navigator.clipboard.writeText([sentence, detail, version, navigator.userAgent].join("\n\n"));
      target.textContent = "Copied";
    } catch {
      // No clipboard in an embedded page: leave the text selected, to be copied by hand.
      part("trouble").querySelector("details").open = true;
      getSelection().selectAllChildren(part("trouble-detail"));
    }
  });

  // Capturing, because a file that does not load is told to its own element only.
  const onError = ({ target, message, error }) => {
    const file = target.src ?? target.href;
    if (file && !isReady()) boot.fail(`The file ${file.split("/").pop()} could not be loaded.`, file);
    else if (message && !message.startsWith("ResizeObserver loop")) unexpected(error ?? message);
  };
  const unexpected = (error) => {
    boot.report("Something unexpected happened.", String(error?.stack ?? error));
  };
  addEventListener("error", onError, true);
  addEventListener("unhandledrejection", ({ reason }) => unexpected(reason));

  // The board as it was last seen, as picture.js has kept it: where it will be again if this address opens that
  // game, else in place of ours. Whatever is in the storage, as an image it can do nothing but be seen.
  const showPicture = async () => {
    const key = Object.keys(localStorage).find((name) => name.startsWith("deltille:v1:picture:"));
    const here = location.search + location.hash;
    const { address, screen, place, theme, svg } = JSON.parse(localStorage.getItem(key));
    if (here && here !== address) return;
    if (["light", "dark"].includes(theme)) root.dataset.theme = theme;
    const picture = new Image();
    picture.alt = "";
    picture.id = "shell-picture";
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await picture.decode();
    if (here && String(screen) === String([innerWidth, innerHeight])) {
      const [left, top, width, height] = place.map((length) => `${Number(length)}px`);
      Object.assign(picture.style, { left, top, width, height });
      part("shell").classList.add("resuming");
      part("shell").prepend(picture);
    } else {
      document.querySelector(".shell-board").replaceWith(picture);
    }
    requestAnimationFrame(() => setTimeout(() => performance.mark("deltille:picture"))); // it is painted
  };
  showPicture().catch(() => {}); // none, or none that can be shown

  if (location.protocol === "file:" && !("single" in root.dataset)) {
    part("from-disk").hidden = false;
    part("progress").parentElement.hidden = true;
  } else {
    signOfLife();
  }
}
