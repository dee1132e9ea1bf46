// @ts-check
// The table page: who ended the game, then the numbers of the others on a pad of the page's own. The last "Next" saves,
// and the next game appears without leaving the page. Without this module the form is a plain one.

const MOST_DIGITS = 4;

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
  const data = new FormData(current);
  const go = /** @type {HTMLButtonElement} */ (current.querySelector(".go"));
  go.disabled = true;
  try {
    const answered = await fetch(current.action, { method: "POST", body: data });
    const page = new DOMParser().parseFromString(await answered.text(), "text/html");
    const next = page.querySelector("main.tp");
    if (!next) throw new Error(String(answered.status));
    document.querySelector("main")?.replaceWith(document.adoptNode(next));
    document.title = page.title;
    begin();
    /** @type {HTMLElement | null} */ (document.querySelector("main legend, main h2"))?.focus();
  } catch {
    current.submit(); // and the browser says what is wrong
  }
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== "winner") return;
  const won = winner();
  if (won) field(won).value = "";
  at = nextRow() ?? losers()[0] ?? null;
  show();
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
