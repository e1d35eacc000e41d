// How a page talks to the game in it: events come from the element, and its functions give promises.
"use strict";
{
  const game = document.getElementById("game");
  const part = (id) => document.getElementById(id);
  let kept;

  const note = (text) => {
    const line = document.createElement("li");
    line.textContent = text;
    part("heard").prepend(line);
  };

  for (const event of ["ready", "turn", "move", "result", "error"]) {
    game.addEventListener(`deltille-${event}`, ({ detail }) => note(`${event} ${JSON.stringify(detail)}`));
  }

  // A refusal is told as an event too, which is enough here.
  const attempt = (doing) => () => doing().catch(() => {});

  part("move").addEventListener(
    "click",
    attempt(async () => {
      const [first] = await game.legal();
      if (first) await game.act(first);
      else note("It is nobody’s turn here.");
    }),
  );
  part("keep").addEventListener(
    "click",
    attempt(async () => {
      kept = await game.record();
      part("back").disabled = false;
    }),
  );
  part("back").addEventListener(
    "click",
    attempt(() => game.load(kept)),
  );
}
