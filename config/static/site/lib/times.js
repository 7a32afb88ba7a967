// Times of day, times left and times past, in the reader's language and zone, in the words of the server
// (games/tables/formatting.py). The server's clock counts, not this device's.
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

const timeOfDay = new Intl.DateTimeFormat(language, { timeStyle: "short" });

/** The time of day, with its date where that isn't today.
 * @param {number} at */
export function describeWhen(at) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return (isToday ? timeOfDay : zonedTime).format(at);
}

/** By an answer's Date header.
 * @param {string | null} date */
export function setServerTime(date) {
  const at = Date.parse(date || "");
  if (at) serverAhead = at - Date.now();
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];
const [BY_THE_SECOND, BY_THE_MINUTE, BY_DATE] = [10 * MINUTE, 6 * HOUR, 7 * DAY];
const shortDate = new Intl.DateTimeFormat(language, { year: "numeric", month: "short", day: "numeric" });

/** @param {string} text
 * @param {string | number} value */
const fill = (text, value) => text.replace("{n}", String(value));

/** @type {[number, (count: number) => string][]} */
const UNITS = [
  [DAY, (count) => fill(count === 1 ? words.day : words.days, count)],
  [HOUR, (count) => fill(words.hours, count)],
  [MINUTE, (count) => fill(words.minutes, count)],
  [1, (count) => fill(words.seconds, count)],
];

const dateAndTime = new Intl.DateTimeFormat(language, {
  year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short",
});

/** A time that runs, in two units at most and rounded to what matters: a day just begun is "1 day", not 23 hours.
 * @param {number} seconds */
export function describeSpan(seconds) {
  let rest = Math.max(1, Math.floor(seconds));
  const step = rest < BY_THE_SECOND ? 1 : rest < BY_THE_MINUTE ? MINUTE : HOUR;
  rest = Math.floor((rest + Math.floor(step / 2)) / step) * step;
  const parts = [];
  for (const [size, name] of UNITS) {
    const count = Math.floor(rest / size);
    rest %= size;
    if (count) parts.push(name(count));
  }
  return parts.length === 1 ? parts[0] : words.twounits.replace("{large}", parts[0]).replace("{small}", parts[1]);
}

/** How long ago, in the largest whole unit, by its date after a week; also how long until what is still to come.
 * @param {number} seconds
 * @param {number} at
 * @param {boolean} isCoarse all that is told of the moment is the hour it lies in */
export function describeSince(seconds, at, isCoarse) {
  if (seconds >= BY_DATE) return shortDate.format(at);
  if (seconds < 0 && !isCoarse) return fill(words.ahead, describeSpan(-seconds));
  if (seconds < (isCoarse ? HOUR : MINUTE)) return isCoarse ? words.withinhour : words.justnow;
  const [size, name] = UNITS.find((unit) => seconds >= unit[0]) || UNITS[3];
  return fill(isCoarse ? words.aboutago : words.ago, name(Math.floor(seconds / size)));
}

/** @param {number} at */
const secondsUntil = (at) => Math.trunc((at - Date.now() - serverAhead) / 1000);

/** @param {number} seconds */
const describeLeft = (seconds) => (seconds <= 0 ? words.over : fill(words.left, describeSpan(seconds)));

export function showClocks() {
  for (const node of all("time[data-deadline]")) {
    const at = Date.parse(/** @type {HTMLTimeElement} */ (node).dateTime);
    const left = secondsUntil(at);
    const [leftPart, untilPart] = [node.querySelector(".clock__left"), node.querySelector(".clock__at")];
    if (leftPart) setText(leftPart, describeLeft(left));
    if (untilPart) setText(untilPart, words.until.replace("{at}", zonedTime.format(at)));
    node.classList.toggle("clock--soon", left < 60);
    node.title = words.until.replace("{at}", fullTime.format(at));
  }
}

/** @param {HTMLTimeElement} node */
function showMoment(node) {
  const at = Date.parse(node.dateTime);
  const { moment } = node.dataset;
  const isCoarse = moment === "coarse";
  setText(node, moment === "full" ? dateAndTime.format(at) : describeSince(-secondsUntil(at), at, isCoarse));
  const title = isCoarse ? words.tothehour.replace("{at}", fullTime.format(at)) : fullTime.format(at);
  if (node.title !== title) node.title = title;
}

/** A moment that a script has to show, which is kept up to date.
 * @param {number} at */
export function makeMoment(at) {
  const node = document.createElement("time");
  node.dateTime = new Date(at).toISOString();
  node.dataset.moment = "";
  showMoment(node);
  return node;
}

/** Of clocks, and of moments. */
export function showTimes() {
  showClocks();
  for (const node of all("time[data-moment]")) showMoment(/** @type {HTMLTimeElement} */ (node));
}

/** The zone the device's clock is in, as "Europe/Berlin". */
export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** That zone as this browser calls it: some have a former name for it.
 * @param {string} zone */
export function canonicalZone(zone) {
  try {
    return Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return zone;
  }
}
