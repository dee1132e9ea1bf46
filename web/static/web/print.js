// @ts-check
// A page for paper opens the dialogue for printing, and has a button for the next time.

const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-print]"));
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
print();
