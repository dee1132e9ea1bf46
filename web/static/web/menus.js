// @ts-check
// Menus close on Escape, on a press elsewhere, and when another one opens. Signing out forgets the pages of organisers
// that this device keeps (worker.js).

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

async function forgetKept() {
  if (!("caches" in window)) return; // the browser keeps pages for https only
  for (const name of await caches.keys()) if (name.startsWith("organiser ")) caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) {
    if (new URLSearchParams(worker.active?.scriptURL.split("?")[1]).get("kept") === "organiser") worker.unregister();
  }
}

document.querySelector("form[action$='/sign-out/']")?.addEventListener("submit", forgetKept);
if (document.querySelector("[data-signed-out]")) forgetKept();
