// Has the browser keep the whole site, so that it is played without a network, and tells the page how that
// stands by an event `deltille:offline` with "kept", "update" when a new version waits, or "crowded" when it
// cannot come yet: a version is replaced only while nobody plays it, so that never two of them get mixed.
import { isKept } from "./snapshot.js";

const PATIENCE = 1000; // milliseconds until a new version is told once more to take over

const { worker } = document.documentElement.dataset;
const lock = `deltille:window:${new URL("./", document.baseURI).pathname}`;

const tell = (detail) => dispatchEvent(new CustomEvent("deltille:offline", { detail }));

const isAlone = async () => {
  const { held } = (await navigator.locks?.query()) ?? { held: [] };
  return held.filter(({ name }) => name === lock).length === 1;
};

const follow = (registration) => {
  const look = () => {
    if (registration.waiting && registration.active) tell("update");
    else if (registration.active) tell("kept");
  };
  const lookAgain = ({ target }) => target.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", lookAgain);
  lookAgain({ target: registration });
  look();

  let isAsked = false;
  addEventListener("deltille:update", async () => {
    if (isAsked) return;
    isAsked = true;
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    // Again and again, until it comes or somebody begins to play: other windows may close, and a browser
    // forgets that it was told to change over when the old version is busy just then.
    while (registration.waiting && document.querySelector(".offline")) {
      if (await isAlone()) registration.waiting?.postMessage({ type: "SKIP_WAITING" });
      else tell("crowded");
      await new Promise((later) => setTimeout(later, PATIENCE));
    }
    isAsked = false;
  });

  // Now, and whenever somebody comes back: an installed game may stay open for weeks.
  const check = () => {
    if (registration.active && !document.hidden) registration.update().catch(() => {}); // no network, no news
  };
  document.addEventListener("visibilitychange", check);
  check();
};

const keep = async () => {
  await window.deltille.ready; // what the page itself fetches comes first
  const registration = await navigator.serviceWorker.register(worker);
  if (!registration) return;
  follow(registration);
  await navigator.serviceWorker.ready; // the files are here
  await new Promise((idle) => (window.requestIdleCallback ?? setTimeout)(idle));
  if (!(await isKept())) new Worker(new URL("snapshot-maker.js", import.meta.url), { type: "module" });
};

// Held as long as this window is open, which is how the others know of it; refused where storage is.
navigator.locks?.request(lock, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});

// In a frame of another page it is that page which is visited, and nobody asked to keep ours. Nor may one in a
// sandbox even ask in WebKit whether there are service workers.
if (worker && window.parent === window && navigator.serviceWorker) {
  keep().catch(() => {}); // a browser that keeps nothing, or no network: it is tried again at the next visit
}
