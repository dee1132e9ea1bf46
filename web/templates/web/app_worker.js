// The service worker of the whole site: it shows push messages, and opens the page that they are about.

addEventListener("install", () => skipWaiting());

addEventListener("activate", (/** @type {ExtendableEvent} */ event) => event.waitUntil(clients.claim()));

addEventListener("push", (/** @type {PushEvent} */ event) => {
  const { title, body, url } = event.data?.json() ?? {};
  event.waitUntil(registration.showNotification(title, { body, tag: url, data: { url } }));
});

/** Show the page in a window that has it, else in a new one. Only pages of this site are opened. */
async function open(/** @type {string} */ url) {
  const address = new URL(url, location.origin);
  if (address.origin !== location.origin) return;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === address.pathname);
  await (there ? there.focus() : clients.openWindow(address.href));
}

addEventListener("notificationclick", (/** @type {NotificationEvent} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
