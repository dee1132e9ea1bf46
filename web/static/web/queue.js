// @ts-check
// Entries that wait for a network. What is saved on the page of a table or in the grid of a round is first written into
// a database of the browser, then sent, one entry after the other, each with a key of its own. Whatever interrupts this,
// an entry is neither lost nor carried out twice: the server knows the keys, and only one tab sends at a time. What the
// server doesn't take waits for a person to look at it. The server's side is web/matches/entries.py.

/**
 * @typedef {{ name: string, theirs: string, yours: string }} Version
 * @typedef {{
 *   id: number, page: string, account: string, slot: string, label: string, summary: string, wasField: string,
 *   fields: Record<string, string>, state: "waiting" | "sent" | "conflict" | "refused", tried: boolean,
 *   text?: string, was?: string, versions?: Version[],
 * }} Entry  slot: the game on its page. tried: it may have reached the server. was: what stands now
 */

const PATIENCE = 20_000; // milliseconds that one entry has
const WAIT = 3_000; // that the page waits before it moves on
const RETRY = 10_000;
const DAY = 86_400_000;
const JSON_TYPE = "application/json";

const part = /** @type {HTMLElement} */ (document.getElementById("queue"));
const account = part.dataset.account ?? "";
const page = location.pathname;

/** Whether the browser can keep entries. It does so only for https, and for the machine that it runs on itself. */
export const able = Boolean(navigator.serviceWorker && navigator.locks && window.indexedDB);

const channel = able ? new BroadcastChannel("ludex-queue") : null;
let signedOut = false;

// -- the database

/** @type {Promise<IDBDatabase> | null} */ let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("ludex", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("entries", { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/**
 * Change the entries in one transaction: *act* gets those that were there and their store.
 * @param {(entries: Entry[], store: IDBObjectStore) => any} act
 * @returns {Promise<any>} what *act* returns; of a request, its result
 */
async function transact(act) {
  const work = (await database()).transaction("entries", "readwrite", { durability: "strict" });
  return new Promise((resolve, reject) => {
    const store = work.objectStore("entries");
    const read = store.getAll();
    /** @type {any} */ let made;
    read.onsuccess = () => { made = act(read.result, store); };
    work.oncomplete = () => resolve(made instanceof IDBRequest ? made.result : made);
    work.onabort = () => reject(work.error);
  });
}

const mine = async () => {
  /** @type {Entry[]} */ const all = await transact((entries) => entries);
  return all.filter((entry) => !entry.account || entry.account === account);
};

/** @param {Entry} one @param {Entry} other */
const isSame = (one, other) => one.page === other.page && one.slot === other.slot;

/**
 * The entries of this page by their slot, the newest of each. Those that were sent stay until the page shows them.
 * @returns {Promise<Map<string, Entry>>}
 */
export async function entriesHere() {
  const here = able ? (await mine()).filter((entry) => entry.page === page) : [];
  return new Map(here.map((entry) => [entry.slot, entry]));
}

/**
 * Put an entry into the queue. It replaces an earlier one of the same game that cannot have reached the server.
 * @param {Pick<Entry, "slot" | "label" | "summary" | "wasField" | "fields">} given
 */
export async function put(given) {
  const fields = { ...given.fields, key: crypto.randomUUID() };
  const entry = { ...given, fields, page, account, state: "waiting", tried: false };
  await transact((entries, store) => {
    const earlier = entries.filter((each) => isSame(each, /** @type {any} */ (entry)));
    for (const each of earlier) if (each.state !== "waiting" || !each.tried) store.delete(each.id);
    return store.add(entry);
  });
  changed();
}

/** Forget what was sent from this page, once the page shows what the server knows. */
export async function forgetSent() {
  if (!able || document.documentElement.dataset.kept) return;
  await transact((entries, store) => {
    for (const each of entries) if (each.state === "sent" && each.page === page) store.delete(each.id);
  });
}

// -- sending

/** Send what waits, as far as there is a network, but let the page wait only for a moment. */
export function flush() {
  const sent = navigator.locks.request("ludex-queue", sendAll);
  return Promise.race([sent, new Promise((resolve) => { setTimeout(resolve, WAIT); })]);
}

async function sendAll() {
  for (;;) {
    const entry = (await mine()).find(({ state }) => state === "waiting");
    if (!entry || !navigator.onLine || !(await send(entry))) break;
  }
  await changed();
}

/**
 * Send an entry. Returns false if the next ones should not be tried now.
 * @param {Entry} entry
 */
async function send(entry, renewed = false) {
  const marked = await transact((entries, store) => {
    const found = entries.find(({ id, state }) => id === entry.id && state === "waiting");
    if (found) store.put({ ...found, tried: true });
    return Boolean(found);
  });
  if (!marked) return true;
  try {
    const body = new URLSearchParams({ ...entry.fields, csrfmiddlewaretoken: token().value });
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(entry.page, { method: "POST", body, headers: { Accept: JSON_TYPE }, signal });
    signedOut = answer.redirected;
    if (answer.status === 403 && !renewed) {
      await renewToken();
      return send(entry, true);
    }
    if (signedOut || answer.status === 429 || answer.status >= 500) return false;
    await settle(entry, await outcome(answer));
  } catch {
    return false;
  }
  return true;
}

/** @param {Response} answer @returns {Promise<any>} */
async function outcome(answer) {
  if (answer.headers.get("Content-Type")?.startsWith(JSON_TYPE)) return answer.json();
  const problem = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { state: "refused", text: problem.querySelector("main p")?.textContent ?? String(answer.status) };
}

/**
 * Note what became of an entry. A newer one of the same game replaces it, and knows of it.
 * @param {Entry} entry
 * @param {any} found
 */
async function settle(entry, { state, text, was, versions }) {
  const saved = state === "saved";
  await transact((entries, store) => {
    const newer = entries.find((each) => each.id > entry.id && isSame(each, entry));
    if (newer) {
      store.delete(entry.id);
      if (saved && was) store.put({ ...newer, fields: { ...newer.fields, [newer.wasField]: was } });
    } else store.put({ ...entry, tried: true, state: saved ? "sent" : state, text, was, versions });
  });
  if (saved) localStorage.setItem("ludex-sent", String(Date.now()));
}

/** The field with the token against forged forms. */
const token = () => /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]"));

/** Take a new token from the server: that of a page that was kept, or of another account, is too old. */
async function renewToken() {
  const answer = await fetch(page, { headers: { Accept: JSON_TYPE } }); // not the copy
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { value } = /** @type {HTMLInputElement} */ (fresh.querySelector("[name=csrfmiddlewaretoken]"));
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) /** @type {any} */ (field).value = value;
}

// -- what a person sees of it

const button = /** @type {HTMLButtonElement} */ (part.querySelector("[data-state]"));
const dialog = /** @type {HTMLDialogElement} */ (part.querySelector("dialog"));
const template = /** @type {HTMLTemplateElement} */ (part.querySelector("template"));

/** Tell this page and other tabs that something has changed. */
async function changed(told = false) {
  await show();
  if (!told) channel?.postMessage("");
  document.dispatchEvent(new Event("queue"));
}

async function show() {
  const entries = (await mine()).filter(({ state }) => state !== "sent");
  const waiting = entries.filter(({ state }) => state === "waiting").length;
  const problems = entries.length > waiting;
  button.dataset.state = problems ? "refused" : waiting ? "waiting" : "sent";
  button.textContent = [problems && part.dataset.refused, waiting && stateText("waiting", String(waiting))]
    .filter(Boolean).join(" · ") || sentText();
  button.disabled = !entries.length;
  part.hidden = !button.textContent;
  /** @type {HTMLElement} */ (dialog.querySelector("[data-sign-in]")).hidden = !signedOut;
  dialog.querySelector("ul")?.replaceChildren(...entries.map(item));
  if (!entries.length) dialog.close();
}

/** @param {string} name @param {string} value */
const stateText = (name, value) => (part.dataset[name] ?? "").replace("#", value);

function sentText() {
  const at = Number(localStorage.getItem("ludex-sent"));
  if (Date.now() - at > DAY) return navigator.onLine ? "" : part.dataset.offline ?? "";
  const time = new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return stateText("sent", time);
}

/**
 * An entry in the list.
 * @param {Entry} entry
 */
function item(entry) {
  const made = /** @type {HTMLElement} */ (template.content.cloneNode(true)).querySelector("li");
  if (!made) throw new Error("template");
  const find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (made.querySelector(`[data-${name}]`));
  find("label").textContent = entry.label;
  find("summary").textContent = entry.versions?.length ? "" : entry.summary;
  find("text").textContent = entry.text ?? "";
  for (const each of made.querySelectorAll("[data-for]")) {
    /** @type {HTMLElement} */ (each).hidden = /** @type {HTMLElement} */ (each).dataset.for !== entry.state;
  }
  find("versions").hidden = !entry.versions?.length;
  find("versions").querySelector("tbody")?.append(...(entry.versions ?? []).map(versionRow));
  const reason = /** @type {HTMLInputElement} */ (find("reason"));
  reason.value = entry.fields.correction ?? "";
  find("correct").hidden = entry.state !== "refused" || entry.page !== page;
  find("mine").onclick = () => sendAgain(entry, reason.value);
  for (const each of made.querySelectorAll("[data-drop]")) /** @type {HTMLElement} */ (each).onclick = () => drop(entry);
  find("correct").onclick = () => {
    dialog.close();
    document.dispatchEvent(new CustomEvent("correct", { detail: entry }));
  };
  return made;
}

/** @param {Version} version */
function versionRow({ name, theirs, yours }) {
  const row = document.createElement("tr");
  const head = document.createElement("th");
  Object.assign(head, { scope: "row", className: "l", textContent: name });
  row.append(head, ...[theirs, yours].map((text) => {
    const cell = document.createElement("td");
    cell.textContent = text || "–";
    return cell;
  }));
  return row;
}

/**
 * Send an entry although another result stands, which its sender has seen.
 * @param {Entry} entry
 * @param {string} correction
 */
async function sendAgain(entry, correction) {
  const fields = { ...entry.fields, [entry.wasField]: entry.was ?? "", correction, key: crypto.randomUUID() };
  await transact((_, store) => store.put({ ...entry, fields, state: "waiting", tried: false, text: "", versions: [] }));
  await changed();
  await flush();
}

/** @param {Entry} entry */
async function drop(entry) {
  await transact((_, store) => store.delete(entry.id));
  await changed();
}

/** Show the entries that wait for somebody to look at them. */
export function look() {
  if (!dialog.open) dialog.showModal();
}

if (able) {
  button.addEventListener("click", look);
  channel?.addEventListener("message", () => changed(true));
  addEventListener("online", flush);
  addEventListener("offline", show);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
  setInterval(() => { if (button.dataset.state !== "sent" || !button.disabled) flush(); }, RETRY);
  const { worker } = part.dataset;
  if (worker) navigator.serviceWorker.register(worker, { scope: page, updateViaCache: "none" }).catch(() => {});
  else navigator.serviceWorker.getRegistration(page).then((found) => found?.unregister());
  forgetSent().then(flush);
}
