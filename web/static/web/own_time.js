// @ts-check
// Where the reader's clocks differ from those of the club, their own time stands beside a date, also on a page that
// changes by itself.

const OWN_TIME = /** @type {const} */ ({ weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

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

addOwnTimes();
new MutationObserver(addOwnTimes).observe(document.body, { childList: true, subtree: true });
