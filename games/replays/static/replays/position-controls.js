// What stands around the position that is shown: slider, links, chart, key moments, log, address. Comes before stepper.js.
"use strict";

const TRACK_WIDTH = 1000;
const CHART_WIDTH = 600;
const CHART_HEIGHT = 180;
const CHART_ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
const CHART_MARGIN = 8;
const CHART_ALL = 690;
const SETTLED_MS = 200; // no step since: worth the address and being read out

const slider = document.getElementById("slider");
const chartShown = document.getElementById("chart");
const series = chartShown ? JSON.parse(chartShown.dataset.series) : [];
const logBox = document.getElementById("log-box");
const across = (n, width) => (width * (n - match.first)) / Math.max(1, match.last - match.first);
const isLater = (n, at) => !match.everything && n > at;
let settling = 0;

function around(n) {
  slider.value = n;
  slider.setAttribute("aria-valuetext", `${n} / ${match.last}`);
  setText(document.getElementById("step-n"), String(n));
  chaptersMarked(n);
  chartMarked(n);
  momentsMarked(n);
  logFollowed(n);
  clearTimeout(settling);
  settling = setTimeout(settled, SETTLED_MS, n);
}

// Ways that lead somewhere from the last step on.
function waysShown(leads) {
  for (const link of document.querySelectorAll("[data-go]")) {
    const n = leads[link.dataset.go]();
    if (n === null) {
      link.removeAttribute("href");
      for (const [name, value] of [["role", "link"], ["aria-disabled", "true"], ["tabindex", "0"]]) link.setAttribute(name, value);
    } else {
      link.href = pagePath(n);
      for (const name of ["role", "aria-disabled", "tabindex"]) link.removeAttribute(name);
    }
  }
}

function chaptersMarked(n) {
  const number = match.chapters.filter((begins) => begins <= n).length;
  const label = document.getElementById("step-chapter");
  if (label) setText(label, String(number));
  document.querySelectorAll("#chapters a").forEach((link, at) => {
    if (at === number - 1) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
}

function chartRounded(score) {
  if (score <= 0) return 0;
  const power = 10 ** (String(score).length - 1);
  return power * CHART_ROUND.find((step) => step * power >= score);
}

// From no more than is known at that position, as games/replays/viewer/score_chart.py has it.
function chartScale(n) {
  const known = series.filter(([from], at) => !at || !isLater(from, n)).flatMap(([, ...scores]) => scores);
  const [high, low] = [chartRounded(Math.max(...known)), -chartRounded(-Math.min(...known))];
  const zoom = CHART_HEIGHT / Math.max(1, high - low);
  return `matrix(1 0 0 ${-zoom} 0 ${CHART_HEIGHT + zoom * low})`;
}

function chartMarked(n) {
  if (!chartShown) return;
  const x = across(n, CHART_WIDTH);
  const known = n === match.last || match.everything ? CHART_ALL : x + CHART_MARGIN;
  chartShown.querySelector("clipPath rect").setAttribute("width", known);
  chartShown.querySelector(".chart__lines").setAttribute("transform", chartScale(n));
  const here = chartShown.querySelector(".chart__here");
  for (const name of ["x1", "x2"]) here.setAttribute(name, x);
  here.setAttribute("visibility", n === match.last ? "hidden" : "visible");
  const [, ...now] = series.filter(([from]) => from <= n).at(-1) || series[0];
  chartShown.querySelectorAll(".chart__now").forEach((label, at) => setText(label, String(now[at])));
  for (const row of chartShown.querySelectorAll("tr[data-n]")) row.hidden = isLater(Number(row.dataset.n), n);
}

function momentsMarked(n) {
  const marks = [];
  for (const item of document.querySelectorAll("#moments > li")) {
    const later = isLater(Number(item.dataset.known), n);
    item.querySelector(".moments__what").hidden = later;
    item.querySelector(".moments__later").hidden = !later;
    item.hidden = later && "secret" in item.dataset;
    if (!item.hidden) marks.push(`M${across(Number(item.querySelector("a").dataset.n), TRACK_WIDTH)} 7h0`);
  }
  document.querySelector(".track__moments").setAttribute("d", marks.join(""));
}

// --- The log: the page with the position that is shown, or the one that was asked for

const pageOf = (n) => Math.floor((n - match.first) / match.logEvents) + 1;
let logPage = Number(document.getElementById("log").dataset.page);
let logWanted = logPage;

async function logFollowed(n) {
  await logFetched(pageOf(n));
  logMarked(n);
}

async function logFetched(page) {
  logWanted = page;
  if (page === logPage) return;
  try {
    const html = await drawing(logPath(page));
    if (logWanted !== page) return;
    logBox.replaceChildren(pieceMade(html));
    logPage = page;
  } catch {
    logWanted = logPage; // the one that is there stays
  }
}

function logMarked(n) {
  let here = null;
  for (const line of logBox.querySelectorAll("li[data-n]")) {
    line.hidden = isLater(Number(line.dataset.n), n);
    line.removeAttribute("aria-current");
    if (Number(line.dataset.n) <= n) here = line;
  }
  const next = logBox.querySelector("a[rel=next]");
  if (next) next.hidden = isLater(Number(next.dataset.log), pageOf(n));
  if (!here || logPage !== pageOf(n)) return;
  here.setAttribute("aria-current", "step");
  logBox.scrollTop = here.offsetTop - (logBox.clientHeight - here.offsetHeight) / 2;
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-log]");
  if (!link) return;
  event.preventDefault();
  await logFetched(Number(link.dataset.log));
  logMarked(Number(slider.value));
  logBox.scrollTop = 0;
  logBox.focus({ preventScroll: true });
});

// --- Once nobody steps on

function settled(n) {
  const address = pagePath(n);
  if (location.pathname + location.search !== address) history.replaceState(null, "", address);
  for (const link of document.querySelectorAll("a[data-here]")) {
    link.href = match.at.replace("{n}", n) + new URL(link.href).search;
  }
  const line = document.querySelector("#replay .position__line").cloneNode(true);
  for (const part of line.querySelectorAll("[aria-hidden=true]")) part.remove();
  setText(document.getElementById("announcer"), `${n} / ${match.last}: ${line.textContent.replace(/\s+/g, " ").trim()}`);
  document.dispatchEvent(new Event("tefuda:position"));
}
