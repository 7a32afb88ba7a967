// What this device keeps of whoever uses it: moves that wait, pages, receipts. Shown with a connection and without: then the
// page itself is nobody's, and whose things it may show is what was last known.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { one } from "../../site/lib/elements.js";
import { language } from "../../site/lib/messages.js";
import { makeMoment } from "../../site/lib/times.js";
import { forgetReceipts, hearNews, listMoves, listReceipts } from "../lib/database.js";
import { me, savedAt } from "../lib/page.js";
import { cacheName, forgetPages, matchAddress } from "../lib/page_cache.js";
import { withdrawMove } from "../lib/pending.js";
import { getReader } from "../lib/reader.js";

/** @typedef {import("../lib/database.js").Receipt} Receipt */
/** @typedef {{address: string, text: string, keys: Request[], bytes: number}} Kept a page with all that belongs to it */

class SavedPagesController extends Controller {
  static targets = ["all", "away", "delete", "list", "size", "withdraw", "withoutWorker"];
  static values = { table: String, position: String }; // addresses, with gaps
  person = "";
  total = 0; // bytes

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
      this.person = person;
      this.total = 0;
      this.#fill("pages", await this.#listPages("pages", person));
      this.#fill("replays", await this.#listPages("replays", person));
      this.allTarget.hidden = !this.total;
      this.sizeTarget.textContent = describeSize(this.total);
    } catch {} // a browser that keeps nothing
  }

  /** All but what would be lost: moves that wait. The site has the rest. */
  async clear() {
    await forgetPages(this.person);
    await forgetReceipts(this.person);
    await this.#show();
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
    /** @type {Map<string, Kept>} */
    const groups = new Map();
    for (const key of await cache.keys()) {
      const { pathname, search } = new URL(key.url);
      const isPage = kind === "pages" || matchAddress(this.positionValue).test(pathname);
      const group = kind === "pages" ? pathname + search : pathname.split("/")[2]; // a match, whatever belongs to it
      const text = (await (await cache.match(key))?.text()) || "";
      const known = groups.get(group) || { address: "", text: "", keys: [], bytes: 0 };
      if (isPage && !known.address) Object.assign(known, { address: pathname + search, text });
      known.keys.push(key);
      known.bytes += new Blob([text]).size;
      groups.set(group, known);
    }
    const shown = Array.from(groups.values()).filter(({ address }) => address);
    for (const { bytes } of shown) this.total += bytes;
    return shown.map((kept) => this.#describeKept(cache, kept)).reverse();
  }

  /** @param {Cache} cache
   * @param {Kept} kept */
  #describeKept(cache, { address, text, keys, bytes }) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const title = page.title.replace(/^\s*\(\d+\)/, "").replace(/\s+/g, " ").trim();
    const seen = makeMoment(Date.parse(page.body.dataset.seen || ""));
    const line = makeLine(address, title, seen, ` · ${describeSize(bytes)}`);
    const button = this.deleteTarget.content.cloneNode(true);
    one("button", button).setAttribute("aria-label", `${one("button", button).textContent}: ${title}`);
    one("button", button).addEventListener("click", async () => {
      for (const key of keys) await cache.delete(key);
      await this.#show();
    });
    line.append(button);
    line.className = "kept-line";
    return line;
  }

  /** @param {string} id */
  #tableAddress(id) {
    return this.tableValue.replace("{id}", id);
  }
}

/** @param {number} bytes */
function describeSize(bytes) {
  const [unit, size] = bytes < 1e6 ? ["kilobyte", bytes / 1e3] : ["megabyte", bytes / 1e6];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: size < 10 ? 1 : 0 }).format(size);
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
