// @ts-check
// Asks the browser for an address at its push service and sends it with the form, which the server checks.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-push-key]"));
const note = form?.querySelector("[role=status]");
const button = form?.querySelector("button");
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const bytes = (/** @type {string} */ text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));

async function subscribe(/** @type {HTMLFormElement} */ form) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
  await navigator.serviceWorker.register(form.dataset.worker ?? "", { scope: "/" });
  const worker = await navigator.serviceWorker.ready;
  const key = bytes(form.dataset.pushKey ?? "");
  const known = await worker.pushManager.getSubscription();
  const found = known ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = found.toJSON();
  for (const [name, value] of Object.entries({ endpoint, ...keys })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value ?? "";
  }
  form.submit();
}

if (form && note && button && able) {
  note.textContent = "";
  button.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe(form).catch(() => { note.textContent = form.dataset.denied ?? ""; });
  });
}
