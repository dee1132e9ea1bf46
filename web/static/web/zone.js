// @ts-check
// Where a club is founded, the zone of the browser is filled in, if the list of zones has it. Nothing that was typed is
// overwritten.

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-guess]"))) {
  const zones = [...(field.list?.options ?? [])].map(({ value }) => value);
  if (zones.includes(here) && field.value === field.defaultValue) field.value = here;
}
