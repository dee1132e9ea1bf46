// The service worker of the whole site. It shows push messages and opens the page that they are about. Without a network
// it shows a page that says so. Pages with a worker of their own (worker.js) are served by that one.

const OFFLINE = "{% url 'web:offline' %}";
const STATIC = "{% load static %}{% get_static_prefix %}";
const KEPT = "offline page";

/** Keep the page for times without a network, and its files. */
async function keep() {
  const cache = await caches.open(KEPT);
  const answer = await fetch(OFFLINE, { credentials: "omit" });
  if (!answer.ok) return;
  const text = await answer.clone().text();
  const files = [...text.matchAll(/(?:href|src)="([^"]+\.(?:css|js|svg))"/g)].map(([, path]) => path);
  await cache.addAll(files);
  await cache.put(OFFLINE, answer);
}

const findCopy = async (/** @type {string | Request} */ asked) => (await caches.open(KEPT)).match(asked, { ignoreVary: true });

/** The answer of the network. Without one, the copy of what is asked for *instead*, if there is any. */
async function answer(/** @type {Request} */ request, /** @type {string | Request} */ instead) {
  try {
    return await fetch(request);
  } catch (error) {
    const copy = await findCopy(instead);
    if (copy) return copy;
    throw error;
  }
}

addEventListener("install", (/** @type {ExtendableEvent} */ event) => {
  skipWaiting();
  event.waitUntil(keep().catch(() => {}));
});

addEventListener("activate", (/** @type {ExtendableEvent} */ event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate") event.respondWith(answer(event.request, OFFLINE));
  else if (pathname.startsWith(STATIC)) event.respondWith(answer(event.request, event.request));
});

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
