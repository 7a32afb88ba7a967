// What this device keeps of whoever uses it: moves that wait, pages, receipts. Shown with a connection and without: then the
// page itself is nobody's, and whose things it may show is what was last known.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { one } from "../../site/lib/elements.js";
import { makeMoment } from "../../site/lib/times.js";
import { hearNews, listMoves, listReceipts } from "../lib/database.js";
import { me, savedAt } from "../lib/page.js";
import { cacheName, matchAddress } from "../lib/page_cache.js";
import { withdrawMove } from "../lib/pending.js";
import { getReader } from "../lib/reader.js";

/** @typedef {import("../lib/database.js").Receipt} Receipt */

class SavedPagesController extends Controller {
  static targets = ["away", "withoutWorker", "list", "withdraw"];
  static values = { table: String, position: String }; // addresses, with gaps

  connect() {
    this.channel = hearNews(({ what }) => what && this.#show());
    this.#show();
  }

  disconnect() {
    this.channel?.close();
  }

  async #show() {
    this.awayTarget.hidden = !savedAt;
    this.withoutWorkerTarget.hidden = Boolean(navigator.serviceWorker);
    try {
      const { person: known } = await getReader();
      const person = me || (savedAt && known && known !== "none" ? known : "");
      if (!person) return;
      this.#fill("moves", (await listMoves(person)).map((move) => this.#describeMove(move)));
      this.#fill("receipts", groupByTable((await listReceipts(person)).digests).map((rows) => this.#describeReceipts(rows)));
      if (!self.caches) return;
      this.#fill("pages", await this.#listPages("pages", person));
      this.#fill("replays", await this.#listPages("replays", person));
    } catch {} // a browser that keeps nothing
  }

  /** @param {string} name
   * @param {HTMLElement[]} lines */
  #fill(name, lines) {
    const list = this.listTargets.find((one) => one.dataset.name === name);
    list.replaceChildren(...lines);
    list.closest("section").hidden = !lines.length;
  }

  /** @param {import("../lib/database.js").Move} move */
  #describeMove(move) {
    const line = makeLine(this.#tableAddress(move.table), move.says || move.table, move.refused || makeMoment(move.at));
    const button = this.withdrawTarget.content.cloneNode(true);
    one("button", button).addEventListener("click", () => withdrawMove(move));
    line.append(button);
    return line;
  }

  /** One line for each match.
   * @param {Receipt[]} rows */
  #describeReceipts(rows) {
    const { table, game, says, seq, at } = rows[rows.length - 1];
    return makeLine(this.#tableAddress(table), game || says || table, makeMoment(at), ` · ${rows.length} (… ${seq})`);
  }

  /** One line for all positions of a replay.
   * @param {"pages" | "replays"} kind
   * @param {string} person */
  async #listPages(kind, person) {
    const name = cacheName(kind, person);
    if (!(await caches.has(name))) return [];
    const cache = await caches.open(name);
    const lines = new Map();
    for (const key of await cache.keys()) {
      const { pathname, search } = new URL(key.url);
      const position = matchAddress(this.positionValue).exec(pathname);
      if (kind === "replays" && !position) continue; // a piece of a replay, no page
      const group = (kind === "replays" ? position?.groups?.id : pathname) + search;
      if (lines.has(group)) continue;
      const text = await (await cache.match(key))?.text();
      const page = new DOMParser().parseFromString(text || "", "text/html");
      const title = page.title.replace(/^\s*\(\d+\)/, "").replace(/\s+/g, " ").trim();
      lines.set(group, makeLine(pathname + search, title, makeMoment(Date.parse(page.body.dataset.seen || ""))));
    }
    return Array.from(lines.values()).reverse();
  }

  /** @param {string} id */
  #tableAddress(id) {
    return this.tableValue.replace("{id}", id);
  }
}

/** @param {Receipt[]} receipts
 * @returns {Receipt[][]} the latest first */
function groupByTable(receipts) {
  const tables = [...new Set(receipts.map((row) => row.table))];
  const groups = tables.map((table) => receipts.filter((row) => row.table === table));
  return groups.sort((a, b) => b[b.length - 1].at - a[a.length - 1].at);
}

/** @param {string} href
 * @param {string} text
 * @param {(string | Node)[]} notes */
function makeLine(href, text, ...notes) {
  const line = document.createElement("li");
  const note = Object.assign(document.createElement("span"), { className: "note" });
  note.append(" ", ...notes);
  line.append(Object.assign(document.createElement("a"), { href, textContent: text }), note);
  return line;
}

application.register("saved-pages", SavedPagesController);
