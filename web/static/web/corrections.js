// Fills a form with the result that stands of the game that is chosen in it. Without it a link beside each game does.

document.addEventListener("change", ({ target }) => {
  if (!target.dataset.standing) return;
  const standing = JSON.parse(target.dataset.standing)[target.value] ?? {};
  for (const field of target.form.elements) {
    if (field.name in standing) field.value = standing[field.name];
    else if (/^[a-z]+\d+$/.test(field.name)) field.value = "";
  }
});
