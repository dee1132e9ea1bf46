// @ts-check
// The grid of a round. Arrows up and down stay in the column, Enter goes on along the row, and what follows from the
// numbers of a row is shown at once. Without it the numbers are computed when they are saved.

const results = /** @type {HTMLFormElement} */ (document.querySelector("form.results"));
const rows = /** @type {HTMLTableRowElement[]} */ ([...results.querySelectorAll("[data-row]")]);

/** @param {Element} row */
const fields = (row) => /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll("td input")]);

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
  row.classList.toggle("typed", fields(row).some((field) => field.value !== field.defaultValue));
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
    const all = rows.flatMap(fields);
    all[all.indexOf(input) + 1]?.focus();
    event.preventDefault();
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  const next = rows[rows.indexOf(/** @type {HTMLTableRowElement} */ (row)) + step];
  if (next) fields(next)[Math.min(fields(row).indexOf(input), fields(next).length - 1)]?.focus();
  event.preventDefault();
});
