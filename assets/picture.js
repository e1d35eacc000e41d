// Keeps a picture of the board as it was last seen, beside the game that was saved: at the next visit shell.js
// shows it before Python is there. It is only ever an image, self-contained, and never worth a saved game.
const PREFIX = "deltille:v1:picture:";
const AFTER = 500; // milliseconds without another move
const LARGEST = 200_000; // characters
const STILL = "* { animation: none !important; transition: none !important; }";

const idle = (then) => (window.requestIdleCallback ?? setTimeout)(then);

/** The rules that say how these look, with those of the colours. */
const styleOf = (...parts) => {
  const matters = (rule) => {
    if (rule.cssRules?.length) return [...rule.cssRules].some(matters);
    const selector = rule.selectorText ?? "";
    const isUsed = (part) => part.matches(selector) || part.querySelector(selector);
    return selector && (selector.startsWith(":root") || parts.some(isUsed));
  };
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  return rules.filter(matters).map(({ cssText }) => cssText);
};

const drawn = (board, { width, height }) => {
  const picture = board.cloneNode(true);
  for (const place of picture.querySelectorAll(".place")) place.remove();
  const style = document.createElementNS(picture.namespaceURI, "style");
  const paints = document.querySelector(".paints");
  style.textContent = [...styleOf(board, paints), STILL].join("\n");
  picture.prepend(style, paints.cloneNode(true));
  picture.setAttribute("width", width);
  picture.setAttribute("height", height);
  const { theme } = document.documentElement.dataset;
  if (theme) picture.dataset.theme = theme;
  return new XMLSerializer().serializeToString(picture);
};

const forget = () => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
};

const keep = (game) => {
  const board = document.getElementById("board");
  if (!board) return forget(); // better none than that of another game
  const { left, top, width, height } = board.getBoundingClientRect();
  const kept = JSON.stringify({
    address: location.search + location.hash,
    screen: [innerWidth, innerHeight],
    place: [left, top, width, height],
    theme: document.documentElement.dataset.theme ?? "",
    svg: drawn(board, { width, height }),
  });
  forget();
  if (kept.length <= LARGEST) localStorage.setItem(PREFIX + game, kept);
};

let waiting;
addEventListener("deltille:saved", ({ detail: game }) => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    idle(() => {
      try {
        if (game) keep(game);
        else forget();
      } catch {
        // No room for it, or no storage: then the next visit begins without.
      }
    });
  }, AFTER);
});
