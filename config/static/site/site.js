// What every page gets on top of plain HTML: running clocks, one submit per form, messages. No page needs it.
"use strict";

const words = document.getElementById("words").dataset;

// --- Time. The server's clock counts, not this device's.

// … which is as far from it as it was when the page came; it may be one from the device (pwa/cache.js).
let ahead = Number(document.body.dataset.now) * 1000 - (Date.parse(document.body.dataset.seen) || Date.now());

function clockSet(date) {
  const at = Date.parse(date || "");
  if (at) ahead = at - Date.now();
}

function remaining(seconds) {
  const whole = Math.floor(seconds);
  const [d, h, m, s] = [86400, 3600, 60, 1].map((unit, i) => Math.floor(whole / unit) % [1e9, 24, 60, 60][i]);
  const say = whole <= 0 ? words.over : d ? words.days : h ? words.hours : m ? words.minutes : words.seconds;
  return say.replace("{d}", d).replace("{h}", h).replace("{m}", m).replace("{s}", s);
}

const language = document.documentElement.lang;
const full = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" });
const short = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" });
const zoned = new Intl.DateTimeFormat(language, {
  weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short",
});

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function clocksShown() {
  const now = Date.now() + ahead;
  for (const node of document.querySelectorAll("time[data-deadline]")) {
    const at = Date.parse(node.dateTime);
    const left = (at - now) / 1000;
    const until = node.querySelector(".clock__at");
    setText(node.querySelector(".clock__left"), remaining(left));
    if (until) setText(until, words.until.replace("{at}", zoned.format(at)));
    node.classList.toggle("clock--soon", left < 60);
    node.title = words.until.replace("{at}", full.format(at));
  }
}

function momentsShown() {
  for (const node of document.querySelectorAll("time[data-moment]:not([data-local])")) {
    const at = Date.parse(node.dateTime);
    node.textContent = short.format(at);
    node.title = full.format(at);
    node.dataset.local = "";
  }
}

function timesShown() {
  clocksShown();
  momentsShown();
}

timesShown();
setInterval(() => document.hidden || clocksShown(), 1000);

// --- Messages

let toastTimer = 0;

function toast(text) {
  const node = document.getElementById("toast");
  node.textContent = text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (node.textContent = ""), 8000);
}

// What is known of an answer that doesn't come (pwa/outbox-sender.js).
function troubleSaid({ why, n }) {
  const sentence = why === "restarting" && !n ? words.restartingsoon : words[why];
  return sentence.replace("{n}", n);
}

const sentences = (...said) => said.join(language === "ja" ? "" : " ");

// --- Forms: one click, one request. Buttons are held only after the browser has read them.

const isMoveSent = () => document.querySelector("#move[data-sent]") !== null;

function hold(form, busy) {
  form.toggleAttribute("data-sent", busy);
  for (const button of form.querySelectorAll("button")) button.disabled = busy;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.hasAttribute("hx-post")) return;
  if (form.hasAttribute("data-sent")) return event.preventDefault();
  form.setAttribute("data-sent", "");
  setTimeout(() => hold(form, true));
});

// A page taken from the back-forward cache still holds its buttons.
addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("form[data-sent]").forEach((form) => hold(form, false));
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches("form[data-sent]")) event.preventDefault();
});

document.addEventListener("htmx:beforeSend", (event) => {
  const form = event.detail.elt;
  if (form.matches("form")) hold(form, true);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  clockSet(xhr.getResponseHeader("Date"));
  if (elt.matches("form") && elt.isConnected) hold(elt, false);
});

document.addEventListener("htmx:responseError", (event) => {
  const { xhr, boosted, pathInfo } = event.detail;
  if (boosted) return location.assign(pathInfo.requestPath);
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  const sentence = page.querySelector("[data-error]");
  if (sentence) toast(sentence.textContent.trim());
  else toast(isAway(xhr.status) ? troubleSaid(troubleOfAnswer(xhr)) : words.failed);
});

const troubleOfAnswer = (xhr) => troubleOf({ status: xhr.status, retry: xhr.getResponseHeader("Retry-After") });

document.addEventListener("htmx:sendError", (event) => {
  if (event.detail.elt.matches("form:not(#move)")) toast(troubleSaid(troubleOf())); // a move waits (pwa/outbox-ui.js)
});

for (const name of ["htmx:afterSwap", "tefuda:step"]) document.addEventListener(name, timesShown);

// --- Small comforts

document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[data-select]")) event.target.select();
});

document.addEventListener("click", (event) => {
  const menu = document.querySelector(".menu[open]");
  if (menu && !menu.contains(event.target)) menu.open = false;
});

function typing(target) {
  return target.closest("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]");
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || typing(event.target)) return;
  const menu = document.querySelector(".menu[open]");
  if (event.key === "Escape" && menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
