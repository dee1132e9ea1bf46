// The service worker of one page, the one that is its scope: the page of a table or the grid of a round. It keeps a
// copy of that page with the static files in it, and shows the copy while there is no network. Everything else goes
// its usual way. What is entered on the page is kept by queue.js.

const PAGE = new URL(registration.scope).pathname;
const KEPT = `${new URL(location.href).searchParams.get("kept")} ${PAGE}`; // menus.js forgets those of organisers
const STATIC = "{% load static %}{% get_static_prefix %}";
const PATIENCE = 5_000; // milliseconds that a slow network has while there is a copy
const LONGEST = 86_400_000; // that a copy is shown
const GONE = [401, 403, 404, 410];

const pause = () => new Promise((_, reject) => { setTimeout(reject, PATIENCE); });
const find = async (/** @type {string} */ path) => (await caches.open(KEPT)).match(path, { ignoreVary: true });

/** The copy of the page, if there is one that is not too old. The clock of the round has gone on meanwhile. */
async function findPage() {
  const copy = await find(PAGE);
  const age = Date.now() - Number(copy?.headers.get("X-Kept"));
  if (!copy || age > LONGEST) return undefined;
  const text = (await copy.text()).replace(/ data-now="(\d+)"/g, (_, now) => ` data-now="${Number(now) + age}"`);
  return new Response(text, { headers: copy.headers });
}

/** Keep the page once all its static files are kept, and forget those of the copy before. */
async function keep(/** @type {Response} */ answer) {
  const text = await answer.text();
  const files = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => path).filter((path) => path.startsWith(STATIC));
  const cache = await caches.open(KEPT);
  await Promise.all(files.map(async (path) => (await cache.match(path, { ignoreVary: true })) ?? cache.add(path)));
  const time = String(Date.now());
  const headers = { "Content-Type": "text/html; charset=utf-8", "X-Kept": time };
  const policy = answer.headers.get("Content-Security-Policy");
  if (policy) headers["Content-Security-Policy"] = policy;
  await cache.put(PAGE, new Response(text.replace("<html ", `<html data-kept="${time}" `), { headers }));
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== PAGE && !files.includes(pathname)) await cache.delete(url);
  }
}

/** The page from the network. Without one, or while the server is out of order, the copy. */
async function showPage(/** @type {FetchEvent} */ event) {
  const copy = await findPage();
  const asked = fetch(event.request);
  try {
    const answer = await (copy ? Promise.race([asked, pause()]) : asked);
    if (copy && answer.status >= 500) return copy;
    const elsewhere = answer.redirected || answer.type === "opaqueredirect";
    if (elsewhere || GONE.includes(answer.status)) event.waitUntil(caches.delete(KEPT));
    else if (answer.ok && !new URL(event.request.url).searchParams.has("game")) event.waitUntil(keep(answer.clone()).catch(() => {}));
    return answer;
  } catch {
    return copy ?? asked;
  }
}

/** A static file from the network, where a new release has another name for it. Without a network, the copy. */
async function showFile(/** @type {Request} */ request) {
  const copy = await find(new URL(request.url).pathname);
  const asked = fetch(request);
  if (!copy) return asked;
  try {
    const answer = await Promise.race([asked, pause()]);
    if (answer.ok) await (await caches.open(KEPT)).put(request.url, answer.clone());
    return answer.ok ? answer : copy;
  } catch {
    return copy;
  }
}

addEventListener("install", (/** @type {ExtendableEvent} */ event) => {
  skipWaiting();
  event.waitUntil(fetch(PAGE).then((answer) => (answer.ok && !answer.redirected ? keep(answer) : undefined)));
});

addEventListener("activate", (/** @type {ExtendableEvent} */ event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
  const { method, headers, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || headers.get("Accept") === "application/json") return;
  if (pathname === PAGE) event.respondWith(showPage(event));
  else if (pathname.startsWith(STATIC)) event.respondWith(showFile(event.request));
});
