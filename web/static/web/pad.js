// @ts-check
// The table page: who ended the game, then the numbers of the others on a pad of the page's own. The last "Next" saves,
// and the next game appears without leaving the page. Without a network the game waits (queue.js), and the next one is
// made of what the page knows. What others enter appears while nothing is being typed. Without this module the form is a
// plain one.

import { able, entriesHere, flush, forgetSent, look, put } from "./queue.js";

/** @typedef {import("./queue.js").Entry} Entry */

const MOST_DIGITS = 4;
const MOST_ROWS = 4; // above a high pad
const GATHERING = 300; // milliseconds in which further news is waited for

/** @type {HTMLElement | null} */ let at = null; // the row that is being typed

const form = () => /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-pad]"));
const rows = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".prow:not(.nobody)")]);

/** @param {Element} row */
const field = (row) => /** @type {HTMLInputElement} */ (row.querySelector(".left"));
/** @param {Element} row */
const isFilled = (row) => field(row).value !== "" || "optional" in field(row).dataset;

const asksWho = () => document.querySelector("[data-who]") !== null;
const answer = () => /** @type {HTMLInputElement | null} */ (document.querySelector("[name=winner]:checked"));
const winner = () => /** @type {HTMLElement | null} */ (answer()?.closest(".prow:not(.nobody)") ?? null);
const losers = () => rows().filter((row) => row !== winner());

/** The row to type next: the first one without a number behind this one, else the first of all. */
function nextRow() {
  const open = losers();
  const behind = at ? open.slice(open.indexOf(at) + 1) : open;
  return behind.find((row) => field(row).value === "") ?? open.find((row) => !isFilled(row)) ?? null;
}

function show() {
  const current = form();
  if (!current) return;
  const step = asksWho() && !answer() ? "who" : "racks";
  const box = /** @type {HTMLElement} */ (current.querySelector(".padbox"));
  const go = /** @type {HTMLButtonElement} */ (current.querySelector(".go"));
  const ask = /** @type {HTMLElement} */ (current.querySelector("[data-ask]"));
  const legend = /** @type {HTMLElement} */ (current.querySelector("legend"));
  current.dataset.step = step;
  box.hidden = step === "who";
  const sum = losers().reduce((total, row) => total + Number(field(row).value || 0), 0);
  for (const row of rows()) {
    row.classList.toggle("won", row === winner());
    row.classList.toggle("at", row === at);
    const output = row.querySelector("output");
    if (output) output.textContent = row === winner() ? `+${sum}` : "";
  }
  ask.textContent = (step === "who" ? legend.dataset.who : at?.dataset.question) ?? ask.textContent;
  const ready = losers().every((row) => isFilled(row));
  go.textContent = (ready && !behindIsEmpty() ? current.dataset.save : current.dataset.next) ?? "";
  go.disabled = !at || !isFilled(at);
  const total = /** @type {HTMLElement | null} */ (current.querySelector("[data-total]"));
  const shown = total?.querySelector("[data-sum]");
  if (total && shown) shown.textContent = `${sum} / ${total.dataset.total}`;
}

/** Whether a field behind this one may still be filled. */
function behindIsEmpty() {
  const open = losers();
  return at !== null && open.slice(open.indexOf(at) + 1).some((row) => field(row).value === "");
}

function begin() {
  const current = form();
  at = null;
  if (!current) return;
  for (const row of rows()) field(row).inputMode = "none"; // no system keyboard: the pad is on the page
  if (!asksWho() || answer()) at = nextRow() ?? losers()[0] ?? null;
  show();
}

/** @param {string} key */
function press(key) {
  if (!at) return;
  const input = field(at);
  if (key === "back") input.value = input.value.slice(0, -1);
  else if (key !== "next") input.value = (input.value + key).replace(/^0+(?=\d)/, "").slice(0, MOST_DIGITS);
  else if (isFilled(at)) {
    const next = nextRow();
    if (!next || !behindIsEmpty()) {
      if (losers().every(isFilled)) return void save();
    }
    at = next ?? at;
  }
  show();
}

async function save() {
  const current = form();
  if (!current) return;
  const go = /** @type {HTMLButtonElement} */ (current.querySelector(".go"));
  go.disabled = true;
  if (!able) return void saveNow(current);
  try {
    await put(entryOf(current));
  } catch {
    return void saveNow(current); // this browser keeps nothing
  }
  const [slot, before] = [gameOf(current), chosen];
  await flush();
  const entry = (await entriesHere()).get(slot);
  if (before !== chosen) return;
  if (!entry || entry.state === "sent") await showNews(`${current.action}?saved=${slot}`);
  else if (entry.state === "refused") showGame(slot, entry);
  else {
    await showNext();
    if (entry.state === "conflict") look();
  }
}

/** @param {HTMLFormElement} current */
async function saveNow(current) {
  try {
    takeOver(await fetch(current.action, { method: "POST", body: new FormData(current) }).then((answer) => answer.text()));
  } catch {
    current.submit(); // and the browser says what is wrong
  }
}

/** @param {HTMLFormElement} current */
const gameOf = (current) => /** @type {HTMLInputElement} */ (current.elements.namedItem("game")).value;

/** @param {HTMLFormElement} current */
function entryOf(current) {
  const { csrfmiddlewaretoken, ...fields } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(current)));
  const named = [...rows()].map((row) => `${row.querySelector(".name")?.textContent} ${row === winner() ? "★" : field(row).value}`);
  const label = list().find(({ dataset }) => dataset.game === fields.game)?.dataset.label ?? fields.game;
  return { slot: fields.game, label, summary: named.join(", "), wasField: "was", fields };
}

/** @param {string} text @param {boolean} [moves] whether the focus goes to what is new */
function takeOver(text, moves = true) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.querySelector("main.tp");
  if (!next) throw new Error("not this page");
  const { kept } = page.documentElement.dataset;
  if (kept) document.documentElement.dataset.kept = kept;
  else delete document.documentElement.dataset.kept;
  document.querySelector("main")?.replaceWith(document.adoptNode(next));
  document.title = page.title;
  begin();
  if (moves) /** @type {HTMLElement | null} */ (document.querySelector("main legend, main h2"))?.focus();
}

/** The page as it is now, of which a copy may be shown. @param {string} address @param {boolean} [moves] */
async function showNews(address, moves = true) {
  const before = chosen;
  try {
    const text = await fetch(address).then((answer) => answer.text());
    if (before !== chosen || (!moves && isTyping())) return;
    takeOver(text, moves);
    await forgetSent();
  } catch { /* what the page knows is enough */ }
  const entries = await entriesHere();
  const current = form();
  if (current && entries.has(gameOf(current))) await showNext();
}

// -- without a network

const list = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".games li")]);

let chosen = 0; // how often somebody has opened a game, which nothing then takes away
let opening = 0;

/** Open a game that somebody has chosen. @param {string} name @param {Entry} [entry] */
async function openGame(name, entry) {
  chosen += 1;
  opening += 1;
  await showGame(name, entry);
  opening -= 1;
}

/** Show the next game that has neither a result nor an entry, or that there is none left. */
async function showNext() {
  const before = chosen;
  const entries = await entriesHere();
  if (before !== chosen) return;
  const next = list().find(({ dataset }) => !dataset.was && !entries.has(dataset.game ?? ""));
  showGame(next?.dataset.game ?? "", undefined, entries);
}

/**
 * Make the form that of another game, with what was entered for it.
 * @param {string} name empty: of none
 * @param {Entry} [entry]
 * @param {Map<string, Entry>} [entries]
 */
async function showGame(name, entry, entries) {
  const current = form();
  if (!current) return;
  const known = entries ?? (await entriesHere());
  const { was = "", shown = "", foreign } = list().find(({ dataset }) => dataset.game === name)?.dataset ?? {};
  const before = entry?.state === "sent" ? entry.was ?? was : entry?.fields.was ?? was;
  fill(current, entry?.fields ?? standing(shown), name, before);
  const asked = before || (entry && entry.state !== "refused") ? (foreign === undefined || entry ? "own" : "foreign") : "";
  for (const why of /** @type {NodeListOf<HTMLFieldSetElement>} */ (current.querySelectorAll("[data-why]"))) {
    why.hidden = why.disabled = why.dataset.why !== asked;
  }
  document.querySelector("main")?.classList.toggle("dense", Boolean(asked) || rows().length > MOST_ROWS);
  for (const each of document.querySelectorAll("main .notice")) each.remove();
  if (entry?.text) current.before(notice(entry.text));
  current.hidden = !name;
  /** @type {HTMLElement} */ (document.querySelector("[data-all]")).hidden = Boolean(name);
  for (const each of list()) showPlace(each, name, known);
  begin();
  /** @type {HTMLElement | null} */ (document.querySelector("main form:not([hidden]) legend, main section:not([hidden]) h2"))?.focus();
}

/** What was entered for a result: the server's text of it, as fields. @param {string} shown */
function standing(shown) {
  const [numbers = "", rest = "", reason = ""] = shown.split("|");
  const zero = numbers.split(",").flatMap((text, seat) => (text === "0" ? [seat] : []));
  /** @type {Record<string, string>} */ const fields = { "n-reason": reason };
  if (zero.length === 1) fields.winner = String(zero[0]);
  numbers.split(",").forEach((text, seat) => { fields[`n-${seat}`] = asksWho() && text === "0" ? "" : text; });
  rest.split(",").forEach((text, at) => { fields[`n-rest${at}`] = text; });
  return fields;
}

/** @param {HTMLFormElement} current @param {Record<string, string>} fields @param {string} name @param {string} was */
function fill(current, fields, name, was) {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (current.querySelectorAll(".left, [name=winner], [name=n-reason]"))) {
    if (input.type === "radio") input.checked = fields[input.name] === input.value;
    else input.value = fields[input.name] ?? "";
  }
  /** @type {HTMLInputElement} */ (current.elements.namedItem("game")).value = name;
  /** @type {HTMLInputElement} */ (current.elements.namedItem("was")).value = was;
  const said = current.querySelector("[data-name]");
  if (said) said.textContent = name;
  const ask = /** @type {HTMLElement} */ (current.querySelector("[data-ask]"));
  ask.textContent = ask.dataset.first ?? "";
}

/** @param {string} text */
function notice(text) {
  const made = document.createElement("p");
  Object.assign(made, { className: "notice bad", role: "alert", textContent: text });
  return made;
}

/** A game in the line of games. @param {HTMLElement} place @param {string} current @param {Map<string, Entry>} entries */
function showPlace(place, current, entries) {
  const { game = "", was } = place.dataset;
  const state = entries.get(game)?.state;
  place.className = [was || state === "sent" ? "done" : state ?? "", game === current ? "current" : ""].join(" ").trim();
  if (game === current) place.setAttribute("aria-current", "step");
  else place.removeAttribute("aria-current");
  if (game === current || !place.querySelector("a")) {
    const made = document.createElement(game === current ? "b" : "a");
    if (made instanceof HTMLAnchorElement) made.href = `${location.pathname}?game=${game}`;
    made.textContent = game;
    place.replaceChildren(made);
  }
}

/** Whether somebody has begun to enter a game, or to say what is wrong. */
function isTyping() {
  const current = form();
  if (document.querySelector("main details[open]")) return true;
  return Boolean(current && !current.hidden && (answer() || rows().some((row) => field(row).value)));
}

// -- what others enter

const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));
let newest = 0; // the last revision that a feed has told of
let gathering = 0; // a timer
/** @type {EventSource | null} */ let source = null;

/** @param {number} revision */
function hear(revision) {
  newest = Math.max(newest, revision);
  gathering ||= setTimeout(() => {
    gathering = 0;
    catchUp();
  }, GATHERING);
}

function catchUp() {
  if (newest <= Number(main().dataset.revision) || document.hidden || opening || isTyping()) return;
  if (main().querySelector(":active")) return; // a finger is down
  showNews(location.pathname, main().contains(document.activeElement));
}

/** A match without a table has a feed of its own. Others are in that of the tournament, which clock.js follows. */
function listen() {
  const { feed } = main().dataset;
  if (!feed || source || document.hidden) return;
  source = new EventSource(feed);
  source.onmessage = ({ data }) => hear(JSON.parse(data).revision);
}

function settle() {
  if (!document.hidden) catchUp();
  else {
    source?.close();
    source = null; // a browser has few connections to one server
  }
  listen();
}

document.addEventListener("note", (event) => {
  const { match, match_revision: revision } = /** @type {CustomEvent} */ (event).detail;
  if (match === main().dataset.match) hear(revision);
});
document.addEventListener("visibilitychange", settle);
document.addEventListener("pointerup", () => { if (newest) hear(newest); });
addEventListener("pagehide", () => source?.close());
listen();

let waited = false; // there was an entry when the queue last changed

/** Show what the server has, once everything is sent and nothing is being typed. */
async function refresh() {
  const current = form();
  const entries = [...(await entriesHere()).values()];
  const over = waited && entries.every(({ state }) => state === "sent");
  waited = entries.length > 0;
  if (isTyping() || opening) return;
  if (over) await showNews(location.pathname);
  else if (current && entries.some(({ slot }) => slot === gameOf(current))) await showNext(); // entered in another tab
}

document.addEventListener("queue", refresh);
document.addEventListener("correct", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  openGame(detail.slot, detail);
});

document.addEventListener("click", async (event) => {
  const link = /** @type {Element} */ (event.target).closest(".games a");
  const game = /** @type {HTMLElement | null} */ (link?.closest("li"))?.dataset.game;
  if (!game || !able || !form()) return;
  event.preventDefault();
  const entry = (await entriesHere()).get(game);
  if (!entry && navigator.onLine) location.assign(/** @type {HTMLAnchorElement} */ (link).href);
  else openGame(game, entry);
});

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== "winner") return;
  const won = winner();
  if (won) field(won).value = "";
  at = nextRow() ?? losers()[0] ?? null;
  show();
});

// Once it is known who went out, a name leads to its number, and the one that was chosen takes the answer back.
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const row = target.matches("input") ? null : target.closest(".prow label")?.closest(".prow");
  const chosen = answer();
  if (!row || !asksWho() || !chosen) return;
  if (row.contains(chosen)) {
    chosen.checked = false;
    at = null;
    show();
  } else if (row.querySelector(".left")) field(row).focus();
  else return; // “nobody” is an answer as well
  event.preventDefault();
});

document.addEventListener("focusin", ({ target }) => {
  const row = target instanceof HTMLInputElement && target.matches(".left") ? target.closest(".prow") : null;
  if (!row) return;
  at = /** @type {HTMLElement} */ (row);
  show();
});

document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches(".left")) show();
});

document.addEventListener("click", ({ target }) => {
  const key = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest(".pad button"))?.dataset.key;
  if (key) press(key);
});

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.matches(".left");
  if (!at || (event.target instanceof Element && event.target.matches("button, a"))) return;
  if (event.key === "Enter" && form()) {
    press("next");
    event.preventDefault();
  } else if (!typing && /^\d$/.test(event.key)) press(event.key);
  else if (!typing && event.key === "Backspace") press("back");
});

document.documentElement.classList.add("js");
begin();
if (able) {
  const entries = await entriesHere();
  const asked = new URLSearchParams(location.search).get("game");
  const current = form();
  if (current && asked && asked !== gameOf(current)) await showGame(asked, entries.get(asked));
  else if (current && !asked && entries.has(gameOf(current))) await showNext();
  waited = entries.size > 0;
  await refresh();
}
