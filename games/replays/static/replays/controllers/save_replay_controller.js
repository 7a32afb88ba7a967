// The button that keeps a whole replay on the device, for the eyes it is seen with: one page, and all that it fetches
// while one steps and reads.
import { Controller } from "../../vendor/stimulus.js";
import { keepsNothing, me, savedAt } from "../../pwa/lib/page.js";
import { cacheName, keepPage } from "../../pwa/lib/page_cache.js";
import { askToPersist } from "../../pwa/lib/pending.js";
import { application } from "../../site/lib/application.js";
import { toast, words } from "../../site/lib/messages.js";
import { logPageOf, logPath, match, openingPosition, pagePath, piecePath } from "../lib/positions.js";

const KEEPING = { headers: { "Tefuda-Keeping": "1" } };

/** @extends {Controller<HTMLButtonElement>} */
class SaveReplayController extends Controller {
  static values = { busy: String, done: String };

  connect() {
    const isPossible = window.caches && navigator.serviceWorker && me && !keepsNothing && !savedAt;
    this.element.hidden = !isPossible;
  }

  async save() {
    const label = this.element.textContent;
    this.element.disabled = true;
    try {
      await this.#keep();
      askToPersist();
      this.element.textContent = this.doneValue;
    } catch (problem) {
      await forget();
      this.element.textContent = label;
      toast(problem instanceof TypeError ? words.failed : words.noroom);
      this.element.disabled = false;
    }
  }

  async #keep() {
    const answer = await fetch(pagePath(openingPosition()), KEEPING);
    if (!answer.ok || answer.headers.get("Tefuda-Reader") !== me) throw new TypeError("not ours");
    await keepPage(cacheName("replays", me), new URL(answer.url), answer);
    const cache = await caches.open(cacheName("replays", me));
    const pieces = listPieces();
    for (const [at, path] of pieces.entries()) {
      const piece = await fetch(path, KEEPING);
      if (!piece.ok) throw new TypeError("not there");
      await cache.put(path, piece);
      this.element.textContent = `${this.busyValue} ${at + 1} / ${pieces.length}`;
    }
  }
}

function listPieces() {
  const positions = Array.from({ length: match.last - match.first + 1 }, (_, at) => match.first + at);
  const pages = Array.from({ length: logPageOf(match.last) }, (_, at) => at + 1);
  return [...positions.map(piecePath), ...pages.map(logPath)];
}

async function forget() {
  const cache = await caches.open(cacheName("replays", me));
  const path = new URL(match.path, location.href).href;
  for (const key of await cache.keys()) if (key.url.startsWith(path)) await cache.delete(key);
}

application.register("save-replay", SaveReplayController);
