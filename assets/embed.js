// <deltille-board>: a game on somebody's page, in one line beside this script.
//
//   <script async src="https://example.org/deltille/embed.js"></script>
//   <deltille-board edition="conquest" players="human,bot:greedy"></deltille-board>
//
// Shows a drawn poster with a button and fetches nothing more until it is pressed, or with load="near"
// until it comes near the screen. A classic script: a module of another site would need leave from its host.
"use strict";
if (!customElements.get("deltille-board")) {
  const base = new URL("./", document.currentScript.src);
  const PROTOCOL = 1;
  const EVENTS = ["ready", "turn", "move", "result"];
  const PARAMETERS = [
    ...["edition", "players", "seed", "target", "rounds", "turn-seconds", "play-after-draw", "must-lay"],
    ...["lang", "theme", "record", "at", "replay"],
  ];
  const NEAR = "300px";
  // The poster speaks before the game's own catalogues are there: of a game, and of a diagram.
  const WORDS = {
    en: ["Play", "Show"],
    de: ["Spielen", "Zeigen"],
    es: ["Jugar", "Ver"],
    fr: ["Jouer", "Voir"],
    it: ["Gioca", "Mostra"],
    nl: ["Spelen", "Tonen"],
    pt: ["Jogar", "Ver"],
  };

  // Each tile of the poster: its corners, then its digits.
  const TILES = [
    ["0,-8.5 -42.6,-82.4 42.6,-82.4", [0, -27, 3], [-26.6, -73.1, 0], [26.6, -73.1, 1]],
    ["7.4,-4.2 50,-78.1 92.6,-4.2", [23.4, -13.5, 3], [50, -59.6, 1], [76.6, -13.5, 2]],
    ["7.4,4.2 92.6,4.2 50,78.1", [23.4, 13.5, 3], [76.6, 13.5, 2], [50, 59.6, 3]],
    ["0,8.5 42.6,82.4 -42.6,82.4", [0, 27, 3], [26.6, 73.1, 3], [-26.6, 73.1, 4]],
    ["-7.4,4.3 -50,78.1 -92.6,4.3", [-23.4, 13.5, 3], [-50, 59.6, 4], [-76.6, 13.5, 5]],
    ["-7.4,-4.2 -92.6,-4.2 -50,-78.1", [-23.4, -13.5, 3], [-76.6, -13.5, 5], [-50, -59.6, 0]],
  ];

  // Constructed, not written into the page, so that no Content-Security-Policy of the page minds it.
  const styles = new CSSStyleSheet();
  styles.replaceSync(`
    :host {
      display: block;
      position: relative;
      inline-size: 100%;
      block-size: var(--deltille-height, auto);
      aspect-ratio: var(--deltille-aspect, 4 / 3);
      min-block-size: var(--deltille-min-height, 30rem);
      max-block-size: var(--deltille-max-height, max(30rem, 90vh));
      overflow: hidden;
      color-scheme: light dark;
      border-radius: var(--deltille-radius, 0.5rem);
      background: light-dark(#3d5c4d, #24342c);
    }
    :host([hidden]) { display: none; }
    :host([theme="light"]) { color-scheme: light; }
    :host([theme="dark"]) { color-scheme: dark; }
    iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }
    .poster {
      display: grid;
      place-content: center;
      justify-items: center;
      gap: 1rem;
      box-sizing: border-box;
      block-size: 100%;
      padding: 1rem;
      color: #fbf3e2;
      font-family: Georgia, "Times New Roman", serif;
      text-align: center;
    }
    svg { inline-size: min(15rem, 60%); filter: drop-shadow(0 3px 4px rgb(0 0 0 / 0.4)); }
    polygon {
      fill: light-dark(#e4c48f, #c9a36a);
      stroke: light-dark(#e4c48f, #c9a36a);
      stroke-width: 6px;
      stroke-linejoin: round;
    }
    text { fill: #2a1a0a; font: bold 23px sans-serif; text-anchor: middle; dominant-baseline: central; }
    .name { margin: 0; font-size: 2rem; letter-spacing: 0.04em; }
    button {
      min-inline-size: 9rem;
      min-block-size: 3rem;
      padding: 0.5rem 1.5rem;
      border: 0;
      border-radius: 0.5rem;
      background: #f1dcb0;
      color: #2a1a0a;
      font: bold 1.25rem Georgia, "Times New Roman", serif;
      cursor: pointer;
    }
    /* All of the poster can be pressed. */
    button::after { content: ""; position: absolute; inset: 0; }
    button:hover { background: #fff1cf; }
    button:focus-visible { outline: 3px solid #fff; outline-offset: 3px; }
  `);

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  const draw = (tag, attributes, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  const board = () =>
    draw(
      "svg",
      { viewBox: "-106 -94 212 188", "aria-hidden": "true" },
      ...TILES.map(([points, ...digits]) =>
        draw("g", {}, draw("polygon", { points }), ...digits.map(([x, y, digit]) => draw("text", { x, y }, digit))),
      ),
    );

  class DeltilleBoard extends HTMLElement {
    static observedAttributes = [...PARAMETERS, "label", "load", "sandbox"];

    #frame = null;
    #isReady = false;
    #becomesReady;
    #ready;
    #calls = new Map();
    #count = 0;
    #isStale = false;
    #approach = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && this.play({ focus: false }),
      { rootMargin: NEAR },
    );

    constructor() {
      super();
      this.attachShadow({ mode: "open" }).adoptedStyleSheets = [styles];
      this.#begin();
    }

    connectedCallback() {
      addEventListener("message", this.#hear);
      this.#draw();
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      this.#approach.disconnect();
      this.#begin();
    }

    attributeChangedCallback(_name, before, after) {
      if (before === after || this.#isStale || !this.isConnected) return;
      // Several attributes changed together are one change.
      this.#isStale = true;
      queueMicrotask(() => {
        this.#isStale = false;
        if (this.isConnected) this.#draw();
      });
    }

    /** Fulfilled when the game can be played – if the game's host allows this page to hear of it. */
    get ready() {
      return this.#ready;
    }

    /** Open the game, as the Play button does. */
    play({ focus = true } = {}) {
      if (this.#frame) return;
      this.#frame = this.#makeFrame();
      this.#approach.disconnect();
      this.shadowRoot.replaceChildren(this.#frame);
      if (focus) this.#frame.focus();
    }

    /** What the person to move may do: an array of actions. */
    legal() {
      return this.#call("legal");
    }

    /** Do this for the person to move, such as "draw" or "play 135@0,0". */
    act(action) {
      return this.#call("act", action);
    }

    /** The game as JSON text. */
    record() {
      return this.#call("record");
    }

    /** Open a game that was written by record(). */
    load(text) {
      return this.#call("load", text);
    }

    get #name() {
      return this.getAttribute("label") || "Deltille";
    }

    get #address() {
      const address = new URL(base);
      address.searchParams.set("embed", "1");
      for (const name of PARAMETERS) {
        if (this.hasAttribute(name)) address.searchParams.set(name.replaceAll("-", "_"), this.getAttribute(name));
      }
      return address.href;
    }

    #makeFrame() {
      const frame = make("iframe", {
        title: this.#name,
        allow: "fullscreen; clipboard-write; web-share",
        loading: "lazy",
        // Of where it is, the game is told the site and nothing more; it must know whom to answer.
        referrerpolicy: "origin",
        src: this.#address,
      });
      if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", this.getAttribute("sandbox"));
      return frame;
    }

    #draw() {
      if (this.#frame) {
        this.#frame.title = this.#name;
        const sandbox = this.getAttribute("sandbox");
        if (this.#frame.src === this.#address && this.#frame.getAttribute("sandbox") === sandbox) return;
        // A new frame, since another address in the old one would be a step in the page's history.
        this.#frame = this.#makeFrame();
        this.shadowRoot.replaceChildren(this.#frame);
        this.#begin();
        return;
      }
      const language = this.closest("[lang]")?.lang || navigator.language;
      const words = WORDS[language.slice(0, 2).toLowerCase()] ?? WORDS.en;
      const word = words[this.hasAttribute("record") ? 1 : 0];
      const button = make("button", { type: "button", "aria-label": `${word}: ${this.#name}` }, word);
      button.addEventListener("click", () => this.play());
      this.shadowRoot.replaceChildren(
        make("div", { class: "poster" }, board(), make("p", { class: "name" }, this.#name), button),
      );
      this.#approach.disconnect();
      if (this.getAttribute("load") === "near") this.#approach.observe(this);
    }

    /** There is no game to talk to yet, or none any more. */
    #begin() {
      for (const { reject } of this.#calls.values()) reject(new Error("The game was closed or opened anew."));
      this.#calls.clear();
      if (this.#ready && !this.#isReady) return;
      this.#isReady = false;
      this.#ready = new Promise((resolve) => (this.#becomesReady = resolve));
    }

    async #call(call, argument) {
      await this.#ready;
      const id = ++this.#count;
      return new Promise((resolve, reject) => {
        this.#calls.set(id, { resolve, reject });
        this.#frame.contentWindow.postMessage({ deltille: PROTOCOL, id, call, argument }, base.origin);
      });
    }

    #hear = ({ source, origin, data }) => {
      if (!this.#frame || source !== this.#frame.contentWindow || origin !== base.origin) return;
      if (data?.deltille !== PROTOCOL) return;
      if (EVENTS.includes(data.event)) this.#tell(data);
      else if (this.#calls.has(data.id)) this.#answer(data);
    };

    #tell({ deltille, event, ...detail }) {
      if (event === "ready") {
        if (this.#isReady) this.#begin(); // the frame was loaded anew
        this.#isReady = true;
        this.#becomesReady();
      }
      this.#dispatch(event, detail);
    }

    #answer({ id, result, error }) {
      const { resolve, reject } = this.#calls.get(id);
      this.#calls.delete(id);
      if (error === undefined) return resolve(result);
      this.#dispatch("error", { message: error });
      reject(new Error(error));
    }

    #dispatch(event, detail) {
      this.dispatchEvent(new CustomEvent(`deltille-${event}`, { bubbles: true, composed: true, detail }));
    }
  }

  customElements.define("deltille-board", DeltilleBoard);
}
