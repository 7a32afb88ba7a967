// A table's page shows the digest that the log has reached, with every answer and every update. Each is kept here, so that
// after the match one can tell whether that log is still the same; as soon as the answer is there, for who leaves the page
// at once has not seen it in place. So is the table's line of the log of all tables.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { byId, one } from "../../site/lib/elements.js";
import { getZone } from "../../site/lib/table.js";
import { addReceipts, listReceipts, trimReceipts } from "../lib/database.js";
import { keepsNothing, me, savedAt } from "../lib/page.js";
import { keepLines } from "../lib/transparency_log.js";

const LINES_MS = 6000; // the site adds tables every few seconds
const LINES_TRIES = 5;
const RECEIPT = /id="receipt" data-seq="(\d+)" data-digest="([0-9a-f]{64})"/;
const isOver = () => getZone().dataset.moving !== "yes";

class MoveReceiptsController extends Controller {
  static values = { log: String };

  table = this.element.dataset.table || "";
  keeps = Boolean(me) && !keepsNothing && !savedAt;

  connect() {
    if (!this.keeps) return;
    this.game = one("h1").textContent?.trim() || "";
    this.wasOver = isOver();
    const { seq, digest = "" } = byId("receipt").dataset;
    this.#keep(Number(seq), digest);
    this.#keepLinesSoon();
    trimReceipts().catch(() => {});
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  answered({ detail: { xhr } }) {
    const [, seq, digest] = RECEIPT.exec(xhr.responseText) || [];
    if (this.keeps && digest && xhr.getResponseHeader("Tefuda-Reader") === me) this.#keep(Number(seq), digest);
  }

  updated() {
    if (this.keeps && isOver() && !this.wasOver) this.#keepLinesSoon();
    this.wasOver = isOver();
  }

  /** @param {number} seq
   * @param {string} digest */
  #keep(seq, digest) {
    return addReceipts([{ person: me, table: this.table, game: this.game, says: "", seq, digest, at: Date.now() }]);
  }

  #keepLinesSoon(tries = LINES_TRIES) {
    setTimeout(() => this.#keepLines(tries).catch(() => {}), LINES_MS);
  }

  /** "opened" soon after the table was set up, "ended" soon after its end; a busy site takes longer.
   * @param {number} tries */
  async #keepLines(tries) {
    const wanted = isOver() ? 2 : 1;
    if ((await listReceipts(me, this.table)).lines.length >= wanted) return;
    const found = await keepLines(this.logValue, this.table, this.game);
    if (found < wanted && tries > 1) this.#keepLinesSoon(tries - 1);
  }
}

application.register("move-receipts", MoveReceiptsController);
