// @ts-check
// Live pages. A page whose <main> has `data-feed` listens to that feed. When something happens, it requests itself
// again and takes over what has changed, with `data-soon` at once. A page with `data-poll` asks every 30 seconds
// instead. What its reader is typing, the focus, the scroll position and open folds stay as they are. A form with
// `data-live` is sent without leaving the page, and what the service asks before it acts is asked in a dialog. Times of
// the last day have beside them how long ago they were, by the time of the server, and dates the reader's own time where
// their clocks differ from those of the club. Without scripts none of this exists, and every page works by reloading.

const DIGEST = "sha256-TL1TXK92Y6Ue2pvOZZU3HDhPxDDVS41BTimmEWfxn5Y="; // of idiomorph, whose address the page knows
const GATHERING = 100; // milliseconds in which further news is waited for
const SPREAD = 600; // at most so much longer, so that not all readers ask at once
const RETRY = 2_000;
const POLLING = 30_000;
const MOST_FAILURES = 3; // of the feed, in a row, after which the reader hears of it
const FLASH = 2_000;
const MINUTE = 60_000;
const NOW = /\bnow;desc="(\d+)"/; // in the header with the time of the server
const OWN_TIME = /** @type {const} */ ({ weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const AGO = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto", style: "short" });
const CELLS = "td, th, li, p, dt, dd, h1, h2, h3, button, summary";
const NO_TEXT = new Set(["button", "checkbox", "color", "hidden", "image", "radio", "range", "reset", "submit"]);

const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));
const notice = document.getElementById("live");

/** @type {EventSource | null} */ let source = null;
let failures = 0;
let polling = 0; // timers
let gathering = 0;
let busy = false; // a request is under way
let newest = 0; // the last revision in the feed
let noted = false; // there is other news that the page may not show yet
let pressed = false; // a finger or a mouse button is down

// -- what is being typed

/** @param {Element} field */
function changed(field) {
  if (field instanceof HTMLSelectElement) {
    const initial = [...field.options].map((option) => option.defaultSelected);
    if (!field.multiple && !initial.includes(true)) return field.selectedIndex > 0;
    return [...field.options].some((option, at) => option.selected !== initial[at]);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.type === "file" ? field.value !== "" : field.value !== field.defaultValue;
}

/** @param {Element | null} element */
const isTyping = (element) =>
  (element instanceof HTMLInputElement && !NO_TEXT.has(element.type)) ||
  element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/**
 * Whether there is something in *element* that its reader has begun and not sent.
 * @param {Element} element
 */
function isBegun(element) {
  if (element.matches("[data-kept]") || element.querySelector("[data-kept]")) return true; // shown again as it was sent
  const active = document.activeElement;
  if (active && isTyping(active) && element.contains(active)) return true;
  return [element, ...element.querySelectorAll("input, select, textarea")].some(changed);
}

// -- taking over the new page

/** @type {Promise<any> | null} */ let library = null;

function loadLibrary() {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: notice?.dataset.library, integrity: DIGEST, onerror: reject });
    script.onload = () => resolve(/** @type {any} */ (window).Idiomorph);
    document.head.append(script);
  });
  return library;
}

/**
 * Turn this page into another. A form that was begun stays, with its revision, so that a conflict is noticed when it is
 * sent. *sent* is the form that the new page answers.
 * @param {Document} page
 * @param {HTMLFormElement | null} sent
 */
async function takeOver(page, sent = null) {
  const morpher = await loadLibrary();
  const next = page.querySelector("main");
  if (!next) return false;
  /** @type {Set<Element>} */ const news = new Set();
  const parts = sent ? [sent, ...sent.elements] : []; // fields of the form may stand elsewhere
  const isSent = (/** @type {Node} */ node) => parts.some((part) => part.contains(node) || node.contains(part));
  const stays = (/** @type {Node} */ node) => node instanceof Element && !isSent(node) && isBegun(node);
  const isAnswer = (/** @type {Node} */ node) => !sent && node instanceof Element && node.matches(".messages");
  morpher.morph(main(), next, {
    morphStyle: "outerHTML",
    ignoreActiveValue: document.activeElement !== null && isTyping(document.activeElement) && !isSent(document.activeElement),
    callbacks: {
      beforeNodeMorphed(/** @type {Node} */ old, /** @type {Node} */ now) {
        const counts = old.parentElement?.closest("[data-ends]"); // `clock.js` has written there
        if (old instanceof Text && old.parentElement && !counts && words(old) !== words(now)) news.add(old.parentElement);
        return !((old instanceof HTMLFormElement || (old instanceof Element && isTyping(old))) && stays(old));
      },
      beforeNodeRemoved: (/** @type {Node} */ node) => !stays(node) && !isAnswer(node),
      afterNodeAdded(/** @type {Node} */ node) {
        const element = node instanceof Element ? node : node.parentElement;
        if (element && words(node)) news.add(element);
      },
      beforeAttributeUpdated: (/** @type {string} */ name, /** @type {Element} */ element, /** @type {string} */ how) =>
        !(name === "open" && (!sent || how === "remove") && /^(details|dialog)$/i.test(element.tagName)),
    },
  });
  document.title = page.title;
  const [cases, now] = [document.getElementById("desks"), page.getElementById("desks")]; // in the head, beside <main>
  if (cases && now && !cases.isEqualNode(now)) cases.replaceWith(now);
  tellAges();
  addOwnTimes();
  document.dispatchEvent(new Event("live")); // other scripts of the page look at it again
  if (!sent) announce(news);
  return true;
}

/** @param {string} text */
const parse = (text) => new DOMParser().parseFromString(text, "text/html");

/** @param {Node} node */
const words = (node) => (node.textContent ?? "").split(/\s+/).join(" ").trim();

/**
 * Let what has changed flash once, and say in one sentence where something has changed.
 * @param {Set<Element>} news
 */
function announce(news) {
  if (news.size === 0) return;
  const cells = new Set([...news].map((element) => element.closest(CELLS) ?? element));
  for (const cell of cells) {
    cell.classList.add("news");
    setTimeout(() => cell.classList.remove("news"), FLASH);
  }
  const parts = new Set([...news].map((element) => /** @type {HTMLElement | null} */ (element.closest("[data-news]"))));
  parts.delete(null);
  const named = [...parts].slice(0, 3).map((part) => {
    const state = part?.querySelector("[data-state]");
    return state ? `${part?.dataset.news}: ${words(state)}` : part?.dataset.news;
  });
  say(named.length ? named.join("; ") : notice?.dataset.updated);
}

// -- how long ago

const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const wentBack = loaded?.type === "back_forward"; // then the page, with its time, may be one that was kept
let ahead = NaN; // milliseconds by which the clock of this device is ahead of that of the server, once it is known

/**
 * @param {string | undefined} server Its time.
 * @param {number} device The time of this device then.
 */
function compareClocks(server, device) {
  if (!server) return;
  ahead = device - Number(server);
  tellAges();
}

/** The style sheet writes what stands in the attribute. So it is never news, and kept pages are the same for all. */
function tellAges() {
  for (const time of document.querySelectorAll("time")) {
    const minutes = Math.floor((Date.now() - ahead - Date.parse(time.dateTime)) / MINUTE);
    const hours = Math.floor(minutes / 60);
    if (!(minutes >= 0 && hours < 24)) delete time.dataset.ago;
    else time.dataset.ago = hours ? AGO.format(-hours, "hour") : AGO.format(-minutes, "minute");
  }
}

function addOwnTimes() {
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-own]"))) {
    const at = new Date(time.dateTime);
    if (time.querySelector("small") || -at.getTimezoneOffset() === Number(time.dataset.offset)) continue;
    const own = at.toLocaleString(document.documentElement.lang, OWN_TIME);
    const note = document.createElement("small");
    note.textContent = ` (${time.dataset.own?.replace("{time}", own)})`;
    time.append(note);
  }
}

// -- requesting it

/** The revision that the page shows. */
const shown = () => Number(new URL(main().dataset.feed ?? "", location.href).searchParams.get("after"));
const isDue = () => noted || newest > shown();

/** If there is news, show it soon, together with what else happens until then. */
function catchUp() {
  if (isDue() && !gathering && !busy && !pressed && !document.hidden) {
    gathering = setTimeout(() => {
      gathering = 0;
      refresh();
    }, "soon" in main().dataset ? 0 : GATHERING + Math.random() * SPREAD);
  }
}

async function refresh() {
  if (busy || pressed || document.hidden) return;
  noted = false;
  busy = true;
  let lost = false;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    compareClocks(NOW.exec(answer.headers.get("Server-Timing") ?? "")?.[1], Date.now());
    if (answer.status === 405) stop(); // this page answers a form, so its address has nothing to show
    else if (answer.redirected || [401, 403, 404].includes(answer.status)) leave(location.href);
    else if (answer.ok) await takeOver(parse(await answer.text()));
    else lost = true;
  } catch {
    lost = true;
  } finally {
    busy = false;
  }
  if (lost) setTimeout(refresh, polling ? POLLING : RETRY);
  else catchUp();
}

/** @param {string} address */
function leave(address) {
  stop();
  if (address === location.href) location.reload();
  else location.assign(address);
}

// -- the feed

function listen() {
  const { feed } = main().dataset;
  if (!feed || source || document.hidden) return;
  const opened = new EventSource(feed);
  source = opened;
  opened.onopen = () => {
    if (failures) noted = true;
    failures = 0;
    catchUp();
    tellLost(false);
  };
  opened.onmessage = (message) => {
    const { revision, at } = JSON.parse(message.data);
    const { since = "" } = main().dataset;
    if (revision !== undefined) newest = Math.max(newest, revision);
    else if (!since || Date.parse(at) > Date.parse(since)) noted = true; // a note on a match
    catchUp();
  };
  opened.onerror = () => {
    failures += 1;
    if (failures >= MOST_FAILURES) tellLost(true);
    if (opened.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    source = null;
    setTimeout(listen, failures < MOST_FAILURES ? RETRY : POLLING);
  };
}

/** @param {boolean} lost */
function tellLost(lost) {
  const line = notice?.querySelector("p");
  if (line) line.hidden = !lost;
  setPolling(lost || "poll" in main().dataset);
}

/** @param {boolean} on */
function setPolling(on) {
  if (on && !polling) polling = setInterval(refresh, POLLING);
  if (on || !polling) return;
  clearInterval(polling);
  polling = 0;
}

/** @param {string | undefined} text */
function say(text) {
  const line = notice?.querySelector("[aria-live]");
  if (line) line.textContent = text ?? "";
}

function stop() {
  source?.close();
  source = null;
  setPolling(false);
}

function start() {
  listen();
  setPolling("poll" in main().dataset);
}

// -- forms that are sent without leaving the page

/** @type {WeakMap<Element, HTMLFormElement>} */ const asked = new WeakMap(); // the form for which a question asks
let sending = Promise.resolve(); // one after the other, each with the keys and revisions of the page before it

/** @param {SubmitEvent} event */
function intercept(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-live]") || event.defaultPrevented) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const { name = "", value = "" } = button ?? {};
  const address = button?.hasAttribute("formaction") ? button.formAction : form.action;
  sending = sending.then(() => send(form, address, name, value));
}

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {string} name
 * @param {string} value
 */
async function send(form, address, name, value) {
  if (!form.isConnected) return; // the answer to what was sent before it has replaced it
  const data = new FormData(form);
  if (name) data.append(name, value);
  const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(/** @type {any} */ (data));
  busy = true;
  try {
    const answer = await fetch(address, { method: "POST", body, headers: { Accept: "text/html" } });
    const here = new URL(answer.url).pathname === location.pathname;
    if (answer.redirected && here) history.replaceState(null, "", answer.url);
    const page = answer.redirected && !here ? null : parse(await answer.text());
    const question = page?.querySelector("[data-asks]");
    if (!page) leave(answer.url);
    else if (question) ask(page, /** @type {HTMLFormElement} */ (question), asked.get(form) ?? form);
    else if (!(await takeOver(page, asked.get(form) ?? form))) say(notice?.dataset.unsent);
    form.closest("dialog")?.close();
  } catch {
    say(notice?.dataset.unsent);
  } finally {
    busy = false;
    catchUp();
  }
}

/**
 * @param {Document} page
 * @param {HTMLFormElement} question
 * @param {HTMLFormElement} form
 */
function ask(page, question, form) {
  const dialog = document.createElement("dialog");
  const heading = document.createElement("h2");
  heading.textContent = page.querySelector("h1")?.textContent ?? "";
  heading.id = "asked";
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.append(heading, ...page.querySelectorAll("main > :not(.title, .messages)"));
  const back = dialog.querySelector("[data-back]");
  back?.toggleAttribute("autofocus", true);
  back?.addEventListener("click", (event) => { event.preventDefault(); dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  question.dataset.live = "";
  asked.set(question, form);
  document.body.append(dialog);
  dialog.showModal();
}

// -- when

function settle() {
  if (document.hidden) {
    source?.close();
    source = null; // a browser has few connections to one server
    return;
  }
  tellAges();
  start();
  refresh();
}

function release() {
  pressed = false;
  catchUp();
}

document.addEventListener("submit", intercept);
document.addEventListener("visibilitychange", settle);
document.addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, release, true);
addEventListener("pagehide", stop);
addEventListener("pageshow", (event) => {
  if (event.persisted || wentBack) settle();
});
setInterval(tellAges, MINUTE);
if (loaded && !wentBack) {
  const now = loaded.serverTiming?.find(({ name }) => name === "now");
  compareClocks(now?.description, Date.now() - performance.now() + loaded.responseStart);
}
addOwnTimes();
start();
// Opened from the home screen of a phone, it has the worker of the site, for times without a network.
if (matchMedia("(display-mode: standalone)").matches) navigator.serviceWorker?.register("/app-worker.js", { scope: "/" });
