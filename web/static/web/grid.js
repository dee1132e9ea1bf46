// @ts-check
// The grid of a round. Arrows up and down stay in the column, Enter goes on along the row, and what follows from the
// numbers of a row is shown at once. Without a network the rows that were saved wait (queue.js). Without this module the
// numbers are computed when they are saved.

import { able, entriesHere, flush, forgetSent, look, put } from "./queue.js";

/** @typedef {import("./queue.js").Entry} Entry */

const results = /** @type {HTMLFormElement} */ (document.querySelector("form.results"));
const rows = () => /** @type {HTMLTableRowElement[]} */ ([...results.querySelectorAll("[data-row]")]);

/** @param {Element} row */
const fields = (row) => /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll("td input")]);
/** @param {Element} row */
const choices = (row) => /** @type {HTMLSelectElement[]} */ ([...row.querySelectorAll("td select")]);

/** Whether a row has other numbers than when it was shown or saved. @param {Element} row */
const isTyped = (row) =>
  fields(row).some((field) => field.value !== field.defaultValue) ||
  choices(row).some((choice) => !choice.options[choice.selectedIndex].defaultSelected && choice.value !== "");

/** @param {number} number */
const signed = (number) => String(number).replace("-", "−");

/**
 * Show the points of each seat, where all but the winner have a number.
 * @param {Element} row
 */
function compute(row) {
  const outputs = [...row.querySelectorAll("output")];
  const inputs = outputs.map((output) => output.parentElement?.querySelector("input"));
  const numbers = inputs.map((input) => (input ? Number(input.value) : NaN));
  const empty = inputs.filter((input) => input && input.value === "").length;
  const out = inputs.findIndex((input) => input && Number(input.value) === 0);
  const whole = numbers.every((number, seat) => !inputs[seat] || Number.isInteger(number)) && empty <= 1;
  const one = inputs.filter((input) => input && Number(input.value) === 0).length === 1;
  const sum = numbers.reduce((total, number) => total + (number || 0), 0);
  outputs.forEach((output, seat) => {
    const wins = whole && one && seat === out;
    output.textContent = !whole || !one || !inputs[seat] ? "" : signed(wins ? sum : -numbers[seat]);
    output.classList.toggle("won", wins);
  });
}

results.addEventListener("input", ({ target }) => {
  const row = /** @type {Element} */ (target).closest("[data-row]");
  if (!row) return;
  row.classList.toggle("typed", isTyped(row));
  if (row.closest("[data-finisher]")) compute(row);
});

results.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && target.closest("[data-row]")) target.select();
});

results.addEventListener("keydown", (event) => {
  const field = event.target;
  const row = field instanceof HTMLInputElement ? field.closest("[data-row]") : null;
  if (!row) return;
  const input = /** @type {HTMLInputElement} */ (field);
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
    const all = rows().flatMap(fields);
    all[all.indexOf(input) + 1]?.focus();
    event.preventDefault();
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  const all = rows();
  const next = all[all.indexOf(/** @type {HTMLTableRowElement} */ (row)) + step];
  if (next) fields(next)[Math.min(fields(row).indexOf(input), fields(next).length - 1)]?.focus();
  event.preventDefault();
});

// -- rows that wait for a network

const correction = /** @type {HTMLInputElement | null} */ (results.querySelector("[name=correction]"));

/** @param {HTMLTableRowElement} row */
function entryOf(row) {
  const slot = row.dataset.row ?? "";
  /** @type {Record<string, string>} */ const sent = { correction: correction?.value ?? "" };
  for (const field of [.../** @type {any} */ (row.querySelectorAll("input, select"))]) sent[field.name] = field.value;
  const summary = fields(row).map((field) => `${field.getAttribute("aria-label")?.split(", ").pop()} ${field.value || "★"}`);
  return { slot, label: row.dataset.label ?? slot, summary: summary.join(", "), wasField: `${slot}-was`, fields: sent };
}

/** Show in its row what was entered, and what became of it. @param {HTMLTableRowElement} row @param {Entry} entry */
function showEntry(row, entry) {
  if (isTyped(row)) return;
  for (const field of fields(row)) field.value = field.defaultValue = entry.fields[field.name] ?? "";
  for (const choice of choices(row)) {
    for (const option of choice.options) option.selected = option.defaultSelected = option.value === entry.fields[choice.name];
  }
  const was = /** @type {HTMLInputElement} */ (row.querySelector("[name$='-was']"));
  was.value = (entry.state === "sent" && entry.was) || entry.fields[entry.wasField];
  row.classList.remove("typed", "waiting", "sent", "refused", "conflict");
  row.classList.add(entry.state);
  if (row.closest("[data-finisher]")) compute(row);
  const below = row.nextElementSibling?.matches(".why") ? row.nextElementSibling : null;
  below?.remove();
  if (entry.text) row.after(reason(row, entry));
}

/** @param {HTMLTableRowElement} row @param {Entry} entry */
function reason(row, entry) {
  const made = document.createElement("tr");
  made.className = `why ${entry.state}`;
  const cell = made.insertCell();
  Object.assign(cell, { colSpan: row.cells.length, className: "l", textContent: entry.text });
  return made;
}

async function save() {
  const typed = rows().filter(isTyped);
  try {
    for (const row of typed) await put(entryOf(row));
  } catch {
    return void results.submit(); // this browser keeps nothing
  }
  for (const row of typed) {
    for (const field of fields(row)) field.defaultValue = field.value;
    for (const choice of choices(row)) for (const each of choice.options) each.defaultSelected = each.selected;
  }
  await flush();
  const entries = await entriesHere();
  if (typed.some((row) => entries.get(row.dataset.row ?? "")?.state === "conflict")) look();
}

/** Show what waits, and what the server has once everything is sent and nothing is being typed. */
async function refresh() {
  const entries = await entriesHere();
  for (const row of rows()) {
    const entry = entries.get(row.dataset.row ?? "");
    if (entry) showEntry(row, entry);
  }
  const over = waited && [...entries.values()].every(({ state }) => state === "sent");
  waited = entries.size > 0;
  if (over && !rows().some(isTyped)) await showNews();
}

let waited = false; // there was an entry when the queue last changed

async function showNews() {
  try {
    const text = await fetch(location.pathname).then((answer) => answer.text());
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = page.querySelector("form.results .sheets");
    if (!next || page.documentElement.dataset.kept) return;
    delete document.documentElement.dataset.kept;
    results.querySelector(".sheets")?.replaceWith(document.adoptNode(next));
    if (correction) correction.value = "";
    await forgetSent();
  } catch { /* what the page knows is enough */ }
}

if (able) {
  results.addEventListener("submit", (event) => {
    event.preventDefault();
    save();
  });
  document.addEventListener("queue", refresh);
  document.addEventListener("correct", (event) => {
    const { slot } = /** @type {CustomEvent} */ (event).detail;
    const row = rows().find((each) => each.dataset.row === slot);
    if (row) fields(row)[0]?.focus();
  });
  waited = (await entriesHere()).size > 0;
  await refresh();
}
