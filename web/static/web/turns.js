// @ts-check
// The panels of a big screen take turns, unless they fit beside each other. Without scripts they follow each other.

const HOLD = 12_000; // milliseconds
let at = 0;

function show() {
  const panels = [...document.querySelectorAll(".wall:not(.together) .panel")];
  panels.forEach((panel, number) => panel.classList.toggle("off", number !== at % panels.length));
  document.body.classList.toggle("turning", panels.length > 0);
}

setInterval(() => {
  at += 1;
  show();
}, HOLD);
// morphing the page takes the classes away
new MutationObserver(show).observe(document.body, { attributes: true, childList: true, subtree: true });
show();
