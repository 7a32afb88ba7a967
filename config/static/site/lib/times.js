// Times of day and times left, in the reader's language and zone. The server's clock counts, not this device's.
import { all, setText } from "./elements.js";
import { language, words } from "./messages.js";

// … which is as far from it as it was when the page came; it may be one from the device (pwa/cache.js).
const { now, seen } = document.body.dataset;
let serverAhead = Number(now) * 1000 - (Date.parse(seen || "") || Date.now());

export const fullTime = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" });
export const shortTime = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" });
const zonedTime = new Intl.DateTimeFormat(language, {
  weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short",
});

/** By an answer's Date header.
 * @param {string | null} date */
export function setServerTime(date) {
  const at = Date.parse(date || "");
  if (at) serverAhead = at - Date.now();
}

/** @param {number} seconds */
function timeLeft(seconds) {
  const whole = Math.floor(seconds);
  const [d, h, m, s] = [86400, 3600, 60, 1].map((unit, i) => Math.floor(whole / unit) % [1e9, 24, 60, 60][i]);
  const text = whole <= 0 ? words.over : d ? words.days : h ? words.hours : m ? words.minutes : words.seconds;
  return text.replace("{d}", String(d)).replace("{h}", String(h)).replace("{m}", String(m)).replace("{s}", String(s));
}

export function showClocks() {
  for (const node of all("time[data-deadline]")) {
    const at = Date.parse(/** @type {HTMLTimeElement} */ (node).dateTime);
    const left = (at - Date.now() - serverAhead) / 1000;
    const [leftPart, untilPart] = [node.querySelector(".clock__left"), node.querySelector(".clock__at")];
    if (leftPart) setText(leftPart, timeLeft(left));
    if (untilPart) setText(untilPart, words.until.replace("{at}", zonedTime.format(at)));
    node.classList.toggle("clock--soon", left < 60);
    node.title = words.until.replace("{at}", fullTime.format(at));
  }
}

/** Of clocks and of moments that have not been shown in the reader's own zone yet. */
export function showTimes() {
  showClocks();
  for (const node of all("time[data-moment]:not([data-local])")) {
    const at = Date.parse(/** @type {HTMLTimeElement} */ (node).dateTime);
    node.textContent = shortTime.format(at);
    node.title = fullTime.format(at);
    node.dataset.local = "";
  }
}
