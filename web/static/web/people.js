// @ts-check
// Shows only the people whose name has what is typed in a search field in it. Without scripts its form does.

const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-filter]"));
const list = field && document.querySelector(field.dataset.filter ?? "");

function filter() {
  const wanted = field?.value.trim().toLowerCase() ?? "";
  for (const each of list?.querySelectorAll("button, li") ?? []) {
    const person = /** @type {HTMLElement} */ (each);
    const hidden = !person.textContent?.toLowerCase().includes(wanted);
    if (person.hidden !== hidden) person.hidden = hidden;
  }
}

if (field && list) {
  field.addEventListener("input", filter);
  new MutationObserver(filter).observe(list, { childList: true, subtree: true, attributes: true });
}
