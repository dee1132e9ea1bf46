// @ts-check
/** Menus close on Escape, on a press elsewhere, and when another one opens. */

const opened = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu[open]"));

document.addEventListener("click", (event) => {
  for (const menu of opened()) if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of opened()) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
});
