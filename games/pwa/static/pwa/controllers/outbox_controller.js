// Moves waiting for a connection: counted on every page, and sent when there is one, at once whenever there is reason to
// hope, else ever later.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { getFact, hearNews, isMoveOf } from "../lib/database.js";
import { getWaiting, noteTrouble, sendMoves } from "../lib/outbox.js";
import { me, savedAt } from "../lib/page.js";

const SOON_MS = 3000;
const LATE_MS = 60000;

class OutboxController extends Controller {
  static targets = ["count", "waiting", "login"];

  isSignedOut = false;
  wait = SOON_MS;
  timer = 0;

  connect() {
    this.channel = hearNews((news) => this.#heard(news));
  }

  disconnect() {
    this.channel?.close();
    clearTimeout(this.timer);
  }

  sendSoon() {
    this.wait = SOON_MS;
    this.#send().catch(() => {}); // a browser that keeps nothing
  }

  tabChanged() {
    if (!document.hidden) this.sendSoon();
  }

  /** The site itself answers again: nobody waits any longer for as long as a proxy wanted.
   * @param {CustomEvent<HtmxDetail>} event */
  async answered({ detail: { successful, xhr } }) {
    if (!successful || !this.timer) return;
    if (xhr.status === 304 || xhr.getResponseHeader("Tefuda-Reader")) await noteTrouble(null).catch(() => {});
    this.sendSoon();
  }

  async #send() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.isSignedOut = (await sendMoves()) === "signed-out";
    if ((await this.#show()).some((move) => !me || move.person === me)) await this.#sendLater();
  }

  async #sendLater() {
    const until = (await getFact("trouble"))?.until || 0;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#send().catch(() => {}), Math.max(this.wait, until - Date.now()));
    this.wait = Math.min(this.wait * 1.5, LATE_MS);
  }

  /** @param {import("../lib/database.js").News} news */
  #heard({ what }) {
    if (!what) return;
    if (what === "kept") {
      this.wait = SOON_MS;
      this.#sendLater().catch(() => {});
    }
    this.#show().catch(() => {});
  }

  /** How many wait elsewhere than in the hand of this page, and that somebody has to log in for them. */
  async #show() {
    const moves = await getWaiting();
    const shown = document.getElementById("play")?.dataset.table;
    const isOut = this.isSignedOut || !(me || savedAt); // a kept page without a name doesn't say that nobody is logged in
    const elsewhere = moves.filter((move) => isOut || !shown || !isMoveOf(me, shown)(move));
    const count = me ? elsewhere.filter(isMoveOf(me)).length : elsewhere.length;
    this.waitingTarget.hidden = !count || isOut;
    this.loginTarget.hidden = !count || !isOut;
    for (const node of this.countTargets) node.textContent = String(count);
    return moves;
  }
}

application.register("outbox", OutboxController);
