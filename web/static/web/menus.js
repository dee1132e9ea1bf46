// @ts-check
// Menus close on Escape, on a press elsewhere, and when another one opens. Signing out forgets the pages of organisers
// that this device keeps (worker.js). A form for a result is filled with the one that stands of the game chosen in it.

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

// Without this a link beside each game does it.
document.addEventListener("change", (event) => {
  const target = /** @type {any} */ (event.target);
  if (!target.dataset.standing) return;
  const standing = JSON.parse(target.dataset.standing)[target.value] ?? {};
  for (const field of target.form.elements) {
    if (field.name in standing) field.value = standing[field.name];
    else if (/^[a-z]+\d+$/.test(field.name)) field.value = "";
  }
});

async function forgetKept() {
  if (!("caches" in window)) return; // the browser keeps pages for https only
  for (const name of await caches.keys()) if (name.startsWith("organiser ")) caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) {
    if (new URLSearchParams(worker.active?.scriptURL.split("?")[1]).get("kept") === "organiser") worker.unregister();
  }
}

document.querySelector("form[action$='/sign-out/']")?.addEventListener("submit", forgetKept);
if (document.querySelector("[data-signed-out]")) forgetKept();
