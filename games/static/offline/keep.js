// The button that keeps a whole replay on the device, as it is seen at present: all positions, for the same eyes. Comes
// after device.js and pages.js.
"use strict";

const keepButton = document.getElementById("keep-replay");
const replayPath = (n) => `/replay/${keepButton.dataset.keep}/${n}/${location.search}`;

async function replayKept(name) {
  const [first, last] = [keepButton.dataset.first, keepButton.dataset.last].map(Number);
  for (let n = first; n <= last; n++) {
    const answer = await fetch(replayPath(n), { headers: { "Tefuda-Keeping": "1" } });
    if (!answer.ok || answer.headers.get("Tefuda-Reader") !== me) throw new TypeError("not ours");
    await pageKept(name, new URL(answer.url), answer);
    keepButton.textContent = `${keepButton.dataset.busy} ${n - first + 1} / ${last - first + 1}`;
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
  const path = new URL(`/replay/${keepButton.dataset.keep}/`, location.href).href;
  for (const key of await cache.keys()) if (key.url.startsWith(path)) await cache.delete(key);
}

if (keepButton && self.caches && workers && me && !keepsNothing && !seen) {
  keepButton.hidden = false;
  keepButton.addEventListener("click", keepPressed);
}
