// This browser's part at a table that has not begun. What the site has of this seat's stands in its page, so whatever
// happened on other devices, or between standing up and sitting down again, is seen at the next look.
import { Controller } from "../../vendor/stimulus.js";
import { me } from "../../pwa/lib/page.js";
import { application } from "../../site/lib/application.js";
import { byId, one } from "../../site/lib/elements.js";
import { markSent } from "../../site/lib/forms.js";
import { toast, words } from "../../site/lib/messages.js";
import { findSeed, getKeptSeed, hashSeed, listSeeds, makeRandomBytes, makeSeed, markShown, postSeed } from "../lib/client_seeds.js";
import { bytesIn, bytesOf } from "../lib/sha256.js";

/** @typedef {import("../lib/client_seeds.js").Seed} Seed */

const RETRY_MS = 5000;
/** One look after the other, of all that the page has shown.
 * @type {Promise<unknown>} */
let work = Promise.resolve();

class ClientSeedController extends Controller {
  static targets = ["elsewhere", "overtaken", "unnoted", "unheard", "words"];
  // `hashes`: of all seats; `give` and `reveal`: addresses, the second one while parts are to be shown
  static values = { seat: Number, hash: String, hashes: String, give: String, reveal: String, canGive: Boolean };

  table = byId("play").dataset.table || "";
  timer = 0;

  connect() {
    this.look();
  }

  disconnect() {
    clearTimeout(this.timer);
  }

  look() {
    clearTimeout(this.timer);
    work = work.then(() => this.#look()).catch(() => (this.timer = setTimeout(() => this.look(), RETRY_MS))); // no line
  }

  /** A part of one's own words, or a new random one.
   * @param {SubmitEvent} event */
  submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.hasAttribute("data-sent")) return;
    event.preventDefault();
    const typed = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("phrase"));
    const bytes = typed ? bytesOf(typed.value.trim()) : makeRandomBytes();
    work = work.then(() => this.#give(bytes)).catch(() => toast(words.offline)).finally(() => markSent(form, false));
  }

  async #look() {
    if (this.hasUnheardTarget) return this.#showUnheard();
    if (!this.hashValue) return this.canGiveValue && this.#give();
    const found = await findSeed(this.table, this.seatValue, this.hashValue);
    for (const note of this.elsewhereTargets) note.hidden = found !== null;
    if (!found) return this.wordsTargets.forEach((form) => form.classList.remove("no-script"));
    if (await this.#isUsedUp(found)) return this.#give(makeRandomBytes());
    for (const note of this.overtakenTargets) note.hidden = !this.#isOvertaken(found);
    if (!this.#isOvertaken(found) && this.revealValue) await this.#reveal(found);
  }

  /** The table was broken off, and the site says that this seat had not shown its part: did this browser? */
  async #showUnheard() {
    this.unheardTarget.hidden = !(await listSeeds(this.table)).some((seed) => seed.sent);
  }

  /** What was sent and not noted is known to the site, and serves nothing any more where the table has changed since.
   * @param {Seed} found */
  async #isUsedUp(found) {
    const [, ...earlier] = await listSeeds(this.table);
    for (const note of this.unnotedTargets) note.hidden = !earlier.some((seed) => seed.sent);
    return found.sent && this.canGiveValue && (!this.revealValue || this.#isOvertaken(found));
  }

  /** Whether another part was exchanged after this one was sent: by somebody who might have known it.
   * @param {Seed} seed */
  #isOvertaken({ sent, saw }) {
    return Boolean(sent && saw && this.revealValue && saw !== this.hashesValue);
  }

  /** A part of this seat's: these bytes, or one that this person has given here before, or random ones.
   * @param {Uint8Array<ArrayBuffer>} [bytes] */
  async #give(bytes) {
    const table = this.table;
    const seat = Number(this.seatValue);
    const kept = bytes || this.hashValue ? null : await getKeptSeed(table);
    const isGoodAgain = kept && kept.seat === seat && kept.person === me && !kept.sent;
    /** @type {string} */
    const hash = isGoodAgain ? hashSeed(table, seat, bytesIn(kept.phrase)) : await makeSeed(table, seat, bytes);
    const answer = await this.#post(this.giveValue, { hash });
    if (answer.ok) await findSeed(table, seat, hash);
    if (answer.ok) this.hashValue = hash;
    else if (bytes || this.hashValue) location.reload(); // which shows how the table stands by now
  }

  /** At a strict table, once everybody has given a hash: what is behind one's own is shown, once, to the hashes of the others
   * that this page shows. The fairness check holds these against the record (lib/client_seed_outcome.js).
   * @param {Seed} found */
  async #reveal(found) {
    const saw = await markShown(this.table, found, this.hashesValue);
    const answer = await this.#post(String(this.revealValue), { bytes: found.phrase, seen: saw });
    if (!answer.ok) return;
    this.revealValue = "";
    this.canGiveValue = false;
  }

  /** @param {string} address
   * @param {Record<string, string>} fields */
  async #post(address, fields) {
    const token = /** @type {HTMLInputElement} */ (one("[name=csrfmiddlewaretoken]", this.element)).value;
    const answer = await postSeed(address, fields, token);
    if (answer.status === 429 || answer.status >= 500) throw new TypeError(String(answer.status));
    return answer;
  }
}

application.register("client-seed", ClientSeedController);
