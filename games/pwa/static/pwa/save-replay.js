// The button that keeps a whole replay on the device, for the eyes it is seen with: one page, and all that it fetches
// while one steps and reads. Comes after register.js, page-cache.js and the viewer's position-cache.js.
"use strict";

const keepButton = document.getElementById("keep-replay");
const KEEPING = { headers: { "Tefuda-Keeping": "1" } };

function piecesToKeep() {
  const positions = Array.from({ length: match.last - match.first + 1 }, (_, at) => match.first + at);
  const pages = Array.from({ length: pageOf(match.last) }, (_, at) => at + 1);
  return [...positions.map(piecePath), ...pages.map(logPath)];
}

async function replayKept(name) {
  const answer = await fetch(pagePath(match.first), KEEPING);
  if (!answer.ok || answer.headers.get("Tefuda-Reader") !== me) throw new TypeError("not ours");
  await pageKept(name, new URL(answer.url), answer);
  const cache = await caches.open(name);
  const pieces = piecesToKeep();
  for (const [at, path] of pieces.entries()) {
    const piece = await fetch(path, KEEPING);
    if (!piece.ok) throw new TypeError("not there");
    await cache.put(path, piece);
    keepButton.textContent = `${keepButton.dataset.busy} ${at + 1} / ${pieces.length}`;
  }
}

async function keepPressed() {
  const name = cacheName("replays", me);
  const label = keepButton.textContent;
  keepButton.disabled = true;
  try {
    await replayKept(name);
    keepButton.textContent = keepButton.dataset.done;
  } catch (problem) {
    await replayDropped(name);
    keepButton.textContent = label;
    toast(problem instanceof TypeError ? words.failed : words.noroom);
    keepButton.disabled = false;
  }
}

async function replayDropped(name) {
  const cache = await caches.open(name);
  const path = new URL(match.path, location.href).href;
  for (const key of await cache.keys()) if (key.url.startsWith(path)) await cache.delete(key);
}

if (keepButton && self.caches && workers && me && !keepsNothing && !seen) {
  keepButton.hidden = false;
  keepButton.addEventListener("click", keepPressed);
}
