// @ts-check
// The clock of a round. A page has the moment at which it ends and the time of the server when it was sent, and counts
// from there by the time that has passed since: the clock of a phone may be wrong. A page that does not follow the feed
// of the tournament learns from `data-clock-feed` that the clock was changed, and passes notes on matches on to others.
// Without scripts the moment stands there.

const TICK = 250; // milliseconds
const RETRY = 30_000;
const HOUR = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const NEWS = /^(clock|round|tournament)\./; // kinds of events after which the clock may be another one

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
let sent = { now: "", at: navigation?.responseStart ?? 0 }; // the time of the server, and this page's own then
let mark = ""; // before the title, once the time is up
let wasUp = true;
/** @type {EventSource | null} */ let source = null;

/** @returns {HTMLElement | null} */
const found = () => document.querySelector(".clock");

/**
 * Milliseconds that are left.
 * @param {DOMStringMap} clock
 */
function rest({ ends, now = "" }) {
  if (now !== sent.now) sent = { now, at: sent.now ? performance.now() : sent.at };
  return Number(ends) - Number(now) - (performance.now() - sent.at);
}

/** @param {number} seconds */
function format(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(seconds % 60)}`;
}

/**
 * @param {Element | null} element
 * @param {string} text
 */
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** @param {string} words */
function nameTab(words) {
  const bare = document.title.startsWith(mark) ? document.title.slice(mark.length) : document.title;
  mark = words && `${words} · `;
  if (document.title !== mark + bare) document.title = mark + bare;
}

function show() {
  const clock = found();
  const timer = /** @type {HTMLElement | null} */ (clock?.querySelector("[role=timer]"));
  if (!clock?.dataset.ends || !timer) {
    wasUp = true;
    return nameTab("");
  }
  const seconds = Math.ceil(rest(clock.dataset) / 1000);
  const [isUp, words] = [seconds <= 0, clock.dataset.up ?? ""];
  write(timer, isUp ? words : format(seconds));
  if (timer.hidden) timer.hidden = false;
  clock.classList.toggle("up", isUp);
  const until = clock.querySelector("small");
  if (until && until.hidden !== isUp) until.hidden = isUp;
  const end = clock.querySelector("time");
  if (!end?.title) write(end, HOUR.format(Number(clock.dataset.ends))); // the club has no zone: that of the browser
  nameTab(isUp ? words : "");
  if (isUp && !wasUp) write(document.querySelector("#live [aria-live]"), words);
  wasUp = isUp;
}

/** Take the clock of this page as it is now. */
async function renew() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".clock");
  if (next) found()?.replaceWith(document.importNode(next, true));
}

function listen() {
  const feed = found()?.dataset.clockFeed;
  if (!feed || source || document.hidden) return;
  const opened = new EventSource(feed);
  source = opened;
  opened.onmessage = ({ data }) => {
    const news = JSON.parse(data);
    if (NEWS.test(news.kind ?? "")) renew();
    else if (news.match) document.dispatchEvent(new CustomEvent("note", { detail: news }));
  };
  opened.onerror = () => {
    if (opened.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    source = null;
    setTimeout(listen, RETRY);
  };
}

function stop() {
  source?.close();
  source = null;
}

/** The time of a page that was hidden or kept may have stood still. */
function settle() {
  if (document.hidden) return stop();
  listen();
  if (found()) renew();
}

document.addEventListener("visibilitychange", settle);
addEventListener("pagehide", stop);
addEventListener("pageshow", ({ persisted }) => {
  if (persisted || navigation?.type === "back_forward") settle();
});
setInterval(show, TICK);
new MutationObserver(show).observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-now"] });
listen();
show();
