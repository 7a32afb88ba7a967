// The receipts of a match on the page of the fairness check: listed, saved to a file, read from one, and held against the
// record that was checked.
import { Controller } from "../../vendor/stimulus.js";
import { addReceipts, listReceipts, trimReceipts } from "../../pwa/lib/database.js";
import { keepsNothing, me, savedAt } from "../../pwa/lib/page.js";
import { keepLines } from "../../pwa/lib/transparency_log.js";
import { application } from "../../site/lib/application.js";
import { all, one } from "../../site/lib/elements.js";
import { shortTime } from "../../site/lib/times.js";
import { findOwnSeed, findShownSeed, toArgument } from "../lib/client_seed_outcome.js";
import { getKeptSeed, keepSeed } from "../lib/client_seeds.js";
import { listArguments, readFile, saveFile, writeFile } from "../lib/receipt_files.js";
import { sentenceOf } from "../lib/sentences.js";
import { checkLine } from "../lib/transparency_check.js";

/** @typedef {import("../../pwa/lib/database.js").Receipt} Receipt */
/** @typedef {import("../lib/match_record.js").MatchRecord} MatchRecord */
/** @typedef {import("../lib/receipt_files.js").Receipts} Receipts */
/** @typedef {import("../lib/receipt_files.js").Held} Held */

const keepsReceipts = Boolean(me) && !keepsNothing;

class ReceiptsController extends Controller {
  static targets = ["count", "pins", "lines", "all", "list", "receipt", "save", "read", "typed", "typedOutcome"];
  static values = { table: String, log: String, tableLog: String };

  /** Of files that were read, where nothing may be kept.
   * @type {Receipt[]} */
  imported = [];

  connect() {
    this.element.hidden = false;
    this.#show().then(() => this.#completeLines()).catch(() => {});
  }

  /** @param {string} table
   * @returns {Promise<Receipts>} */
  async #list(table) {
    const kept = keepsReceipts && !savedAt ? await listReceipts(me, table).catch(() => null) : null;
    const { digests, lines } = kept || { digests: [], lines: [] };
    const others = this.imported.filter((row) => row.table === table);
    const isNew = (/** @type {Receipt} */ { digest, line }) =>
      digest ? !digests.some((row) => row.digest === digest) : !lines.some((row) => row.line === line);
    return {
      digests: [...digests, ...others.filter((row) => row.digest && isNew(row))].sort((a, b) => a.seq - b.seq),
      lines: [...lines, ...others.filter((row) => row.line && isNew(row))],
    };
  }

  /** Those of the record that is checked.
   * @param {MatchRecord} record
   * @returns {Promise<Held>} */
  async listHeld(record) {
    const typed = this.typedTarget.value.match(/\b[0-9a-f]{64}\b/gi) || [];
    const seed = await findOwnSeed(record).catch(() => null); // of a record that can't be read
    return { ...(await this.#list(record.table)), typed: typed.map((/** @type {string} */ text) => text.toLowerCase()), seed };
  }

  // --- Listed

  async #show() {
    const { digests, lines } = await this.#list(this.tableValue);
    this.countTarget.textContent = this.#say(digests.length ? "some" : "none", { n: digests.length });
    this.allTarget.hidden = !digests.length;
    this.listTarget.replaceChildren(...digests.map((row) => this.#makeReceipt(row)));
    for (const button of this.saveTargets) button.disabled = !digests.length && !lines.length;
    this.linesTarget.replaceChildren(...lines.map((row) => this.#makeLine(row, "lineNoted")));
  }

  /** Whoever was gone before the end has the last line from here. */
  async #completeLines() {
    const { digests, lines } = await this.#list(this.tableValue);
    if (!keepsReceipts || !this.tableLogValue || !digests.length || lines.length > 1) return;
    await keepLines(this.tableLogValue, this.tableValue, digests[0].game);
    await this.#show();
  }

  /** @param {Receipt} receipt */
  #makeReceipt({ seq, digest, at }) {
    const item = this.receiptTarget.content.cloneNode(true);
    const values = { n: seq, at: shortTime.format(at), digest: digest.slice(0, 16) };
    one("[data-event]", item).textContent = this.#say("event", values);
    one("code", item).textContent = digest;
    one("li", item).dataset.digest = digest;
    return item;
  }

  /** @param {Receipt} receipt
   * @param {string} how */
  #makeLine({ line, at }, how) {
    const [number, kind] = line.split(" ");
    const text = this.#say(how, { number, kind: this.#say(kind), at: shortTime.format(at) });
    const item = Object.assign(document.createElement("li"), { textContent: text, title: line });
    item.classList.toggle("is-bad", how === "lineChanged");
    return item;
  }

  /** @param {string} name
   * @param {Record<string, string | number>} [values] */
  #say(name, values) {
    return sentenceOf(this.element, name, values);
  }

  // --- Held against a record: which events they pin, and which of them are not in it

  clearOutcome() {
    this.pinsTarget.textContent = this.typedOutcomeTarget.textContent = "";
    for (const item of all("li.is-bad", this.element)) item.classList.remove("is-bad");
  }

  /** What does not fit: "receipt", "line" or "".
   * @param {MatchRecord} record
   * @param {Held} held */
  async compare(record, { digests, lines, typed }) {
    const fits = (/** @type {Receipt} */ { seq, digest }) => record.events[seq - 1]?.digest === digest;
    const missing = digests.filter((row) => !fits(row));
    if (record.table === this.tableValue) this.#markMissing(missing);
    this.pinsTarget.textContent = this.#describePins(record.events.length, digests.filter(fits).at(-1), digests.length, missing.length);
    this.pinsTarget.classList.toggle("is-bad", missing.length > 0);
    const isTypedMissing = this.#compareTyped(record, typed);
    const isLineChanged = await this.#compareLines(record, lines);
    return missing.length || isTypedMissing ? "receipt" : isLineChanged ? "line" : "";
  }

  /** @param {number} all events
   * @param {Receipt | undefined} last that fits
   * @param {number} n receipts
   * @param {number} missing */
  #describePins(all, last, n, missing) {
    if (missing) return this.#say("missing", { n, missing });
    if (!last) return this.#say("pinsNone");
    return this.#say(last.seq === all ? "pinsAll" : "pinsSome", { n: last.seq, all, at: shortTime.format(last.at) });
  }

  /** @param {Receipt[]} missing */
  #markMissing(missing) {
    const gone = missing.map((row) => row.digest);
    for (const item of this.listTarget.children) item.classList.toggle("is-bad", gone.includes(item.dataset.digest));
  }

  /** @param {MatchRecord} record
   * @param {string[]} typed */
  #compareTyped(record, typed) {
    const chain = new Set(record.events.map((event) => event.digest));
    const missing = typed.filter((digest) => !chain.has(digest)).length;
    const name = missing ? "typedMissing" : "typedFound";
    this.typedOutcomeTarget.textContent = typed.length ? this.#say(name, { n: typed.length, missing }) : "";
    this.typedOutcomeTarget.classList.toggle("is-bad", missing > 0);
    return missing > 0;
  }

  /** @param {MatchRecord} record
   * @param {Receipt[]} lines */
  async #compareLines(record, lines) {
    /** @type {string[]} */
    const outcomes = [];
    for (const row of lines) outcomes.push(await checkLine(record, row.line, this.logValue));
    const items = lines.map((row, i) => this.#makeLine(row, outcomes[i]));
    if (record.table === this.tableValue) this.linesTarget.replaceChildren(...items);
    return outcomes.includes("lineChanged");
  }

  // --- Files

  async save() {
    const seed = await findShownSeed(this.tableValue);
    const text = writeFile(this.tableValue, seed ? toArgument(seed) : "", await this.#list(this.tableValue));
    saveFile(`tefuda-receipts-${this.tableValue}.json`, text, "application/json");
  }

  async saveArguments() {
    const seed = await findShownSeed(this.tableValue);
    const lines = listArguments({ ...(await this.#list(this.tableValue)), typed: [], seed: seed && { ...seed, outcome: "used" } });
    saveFile(`tefuda-receipts-${this.tableValue}.txt`, `${lines.join("\n")}\n`, "text/plain");
  }

  /** @param {Event} event */
  async read({ target }) {
    const input = /** @type {HTMLInputElement} */ (target);
    const [file] = input.files || [];
    if (file) this.readTarget.textContent = await this.#readFile(file).catch(() => this.#say("unreadable"));
    input.value = "";
  }

  /** @param {File} file */
  async #readFile(file) {
    const found = readFile(await file.text());
    if (!found) return this.#say("unreadable");
    const { rows, table, seed } = found;
    this.imported.push(...rows);
    if (keepsReceipts && seed && !(await getKeptSeed(table))) await keepSeed(table, seed);
    if (keepsReceipts) {
      await addReceipts(rows);
      await trimReceipts();
    }
    await this.#show();
    return this.#say(keepsReceipts ? "readKept" : "read", { n: rows.length });
  }
}

application.register("receipts", ReceiptsController);
