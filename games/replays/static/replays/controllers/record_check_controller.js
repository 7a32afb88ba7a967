// The page of the fairness check: runs verify_record.py in the reader's browser, where the site has a Python for it.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { readText } from "../../site/lib/record_file.js";
import { checkByPython, PythonUnavailable } from "../lib/python_check.js";
import { readRecord } from "../lib/match_record.js";
import { listArguments } from "../lib/receipt_files.js";
import { sentenceOf } from "../lib/sentences.js";

/** @typedef {import("../lib/match_record.js").MatchRecord} MatchRecord */
/** @typedef {import("../lib/receipt_files.js").Held} Held */

/** In what words the page says what the program says; its own, which know more of cards and payments, stand below.
 * @type {Record<string, string>} */
const WRONG = {
  commitment: "commitment", chain: "chain", table: "table", phrases: "phrases", "what was shown": "shown",
  end: "end", "not readable": "broken", "not a whole record": "broken",
};
/** @type {Record<string, string>} */
const SEED_SENTENCES = { used: "phraseFound", overtaken: "phraseOvertaken", replaced: "phraseReplaced", missing: "phraseMissing" };
/** @type {Record<string, string>} */
const SEED_WRONG = { missing: "part", overtaken: "partOvertaken" };

class RecordCheckController extends Controller {
  static targets = ["button", "outcome", "where", "unstarted", "reason", "program", "printed", "sha256", "seed", "file"];
  static values = { table: String, record: String, replay: String, worker: String, runtime: String, checker: String };
  static outlets = ["receipts"];

  connect() {
    this.element.hidden = false;
  }

  async check() {
    this.buttonTarget.disabled = true;
    await this.#check();
    this.buttonTarget.disabled = false;
  }

  async #check() {
    for (const part of [this.whereTarget, this.unstartedTarget, this.programTarget, this.seedTarget]) part.hidden = true;
    this.receiptsOutlet.clearOutcome();
    await this.#showProgress("fetching");
    const text = await this.#fetchRecord().catch(() => null);
    if (text === null) return this.#showOutcome(this.#say("failed"), "is-bad");
    const record = readRecord(text);
    const held = await this.receiptsOutlet.listHeld(record);
    try {
      await this.#checkByPython(text, record, held);
    } catch (problem) {
      if (problem instanceof PythonUnavailable) this.#showUnstarted(problem.message);
      else this.#showOutcome(this.#say("brokeDown"), "is-bad");
    }
  }

  async #fetchRecord() {
    const [file] = this.fileTarget.files;
    if (file) return readText(file);
    const answer = await fetch(this.recordValue);
    if (!answer.ok) throw new TypeError(String(answer.status));
    return answer.text();
  }

  /** @param {string} text
   * @param {MatchRecord} record
   * @param {Held} held */
  async #checkByPython(text, record, held) {
    await this.#showProgress("starting");
    const n = record.events.length;
    const addresses = { worker: this.workerValue, runtime: this.runtimeValue, checker: this.checkerValue };
    const result = await checkByPython(addresses, text, listArguments(held), () => this.#showProgress("running", { n }));
    this.programTarget.hidden = false;
    this.printedTarget.textContent = result.printed;
    this.sha256Target.textContent = result.sha256;
    if (result.agrees) {
      const unfit = await this.#compare(record, held);
      return unfit ? this.#showWrong(record, unfit, 0) : this.#showOutcome(this.#say("yes", { n }), "is-ok");
    }
    const [, at, what] = /^NO: (?:event (\d+): )?([^]*)$/.exec(result.printed) || [null, undefined, result.printed];
    const code = nameWrong(what, at);
    this.#showWrong(record, code, Number(at || 0));
    if (!["commitment", "chain", "broken"].includes(code)) await this.#compare(record, held);
  }

  /** Receipts and this browser's part, held against a record whose chain is whole. What does not fit, as a code.
   * @param {MatchRecord} record
   * @param {Held} held
   * @returns {Promise<string>} */
  async #compare(record, held) {
    const { seat, phrase, outcome } = held.seed || { seat: 0, phrase: "", outcome: "" };
    if (outcome) {
      this.seedTarget.textContent = this.#say(SEED_SENTENCES[outcome], { n: seat + 1, phrase });
      this.seedTarget.classList.toggle("is-bad", outcome in SEED_WRONG);
      this.seedTarget.hidden = false;
    }
    const unfit = await this.receiptsOutlet.compare(record, held);
    return SEED_WRONG[outcome] || unfit;
  }

  // --- Shown

  /** @param {MatchRecord} record
   * @param {string} code
   * @param {number} n the event, or 0 */
  #showWrong(record, code, n) {
    const what = this.#say(`no${code[0].toUpperCase()}${code.slice(1)}`);
    this.#showOutcome(this.#say(n ? "noEvent" : "no", { what, n }), "is-bad");
    // Where the page's own match shows that event; of a record from a file nothing is shown here.
    const isShown = n && this.replayValue && record.table === this.tableValue;
    this.whereTarget.hidden = !isShown;
    if (!isShown) return;
    const link = { href: `${this.replayValue}?n=${n}`, textContent: this.#say("look", { n }) };
    this.whereTarget.replaceChildren(Object.assign(document.createElement("a"), link));
  }

  /** Nothing was checked.
   * @param {string} why */
  #showUnstarted(why) {
    this.#showOutcome("");
    this.reasonTarget.textContent = why;
    this.unstartedTarget.hidden = false;
  }

  /** @param {string} name
   * @param {Record<string, string | number>} [values]
   * @returns {Promise<void>} once the browser may have drawn it */
  #showProgress(name, values) {
    this.#showOutcome(this.#say(name, values));
    return new Promise((done) => setTimeout(done));
  }

  /** @param {string} text
   * @param {string} [className] */
  #showOutcome(text, className = "") {
    this.outcomeTarget.textContent = text;
    this.outcomeTarget.className = className;
  }

  /** @param {string} name
   * @param {Record<string, string | number>} [values] */
  #say(name, values) {
    return sentenceOf(this.element, name, values);
  }
}

/** @param {string} what
 * @param {string | undefined} n */
function nameWrong(what, n) {
  if (/^[0-9a-f]{64}$/.test(what)) return "receipt";
  if (/^\d+:[0-9a-f]*$/.test(what)) return "part";
  const [head] = what.split(/[:,]/);
  return Object.hasOwn(WRONG, head) ? WRONG[head] : n ? "step" : "other";
}

application.register("record-check", RecordCheckController);
