// A replay looked at together: the leader's steps are sent, the others' pages go where they lead. Told by the live stream
// that something has changed, a page asks where; it asks now and then as well. Whoever steps away looks around alone.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { one, setText } from "../../site/lib/elements.js";
import { describeTrouble, toast } from "../../site/lib/messages.js";
import { recall, remember } from "../../site/lib/storage.js";
import { ANSWER_MS, describeFailure } from "../../site/lib/trouble.js";
import { match } from "../lib/positions.js";

const POLL_MS = 15000;
const POLL_WITHOUT_STREAM_MS = 2000;
const ALONE = "tefuda.review-alone"; // the address of the review that one has stepped away from, for this visit

class ReviewController extends Controller {
  static targets = ["leading", "led", "leader", "nobody", "alone", "follow", "leave", "give", "take"];
  static values = { state: String, step: String, live: String, token: String, n: Number, number: Number, leads: Boolean };

  isFollowing = recall(ALONE, "sessionStorage") !== this.stateValue;
  isFree = false;
  shown = match.n; // the position that this page shows
  leads = false;
  n = 0; // where the leader is
  number = 0; // the review's revision
  timer = 0;
  /** @type {EventSource | null} */
  stream = null;

  connect() {
    [this.leads, this.n, this.number] = [this.leadsValue, this.nValue, this.numberValue];
    this.isFree = this.hasTakeTarget && !this.takeTarget.hidden;
    this.#show();
    this.tabChanged();
  }

  disconnect() {
    this.#rest();
  }

  tabChanged() {
    this.#rest();
    if (document.hidden) return;
    this.#openStream();
    this.fetch();
  }

  // --- Leading

  /** @param {CustomEvent<number>} event */
  async settled({ detail: n }) {
    this.shown = n;
    if (!this.leads || n === this.n) return;
    this.n = n;
    const body = new FormData();
    body.set("n", String(n));
    body.set("csrfmiddlewaretoken", /** @type {HTMLInputElement} */ (one("[name=csrfmiddlewaretoken]", this.element)).value);
    const answer = await fetch(this.stepValue, { method: "POST", body }).catch(() => null);
    if (!answer) toast(describeTrouble(describeFailure()));
    else if (!answer.ok) this.fetch(); // somebody else leads by now
  }

  // --- Following

  steered() {
    if (!this.leads) this.#setFollowing(false);
  }

  leave() {
    this.#setFollowing(false);
  }

  /** @param {Event} event */
  follow(event) {
    event.preventDefault();
    this.#setFollowing(true);
    this.#go();
  }

  async fetch() {
    clearTimeout(this.timer);
    try {
      const answer = await fetch(this.stateValue, { signal: AbortSignal.timeout(ANSWER_MS) });
      if (answer.status === 404) return this.#rest(); // it has ended
      if (answer.ok) this.#take(await answer.json());
    } catch {
      // No connection: asked again later.
    }
    this.#fetchLater();
  }

  /** @param {{ n: number, number: number, leader: string, leads: boolean, free: boolean }} state */
  #take({ n, number, leader, leads, free }) {
    if (number < this.number) return; // overtaken
    this.number = number;
    this.leads = leads;
    this.isFree = free;
    setText(this.leaderTarget, leader);
    if (!leads) this.n = n;
    this.#show();
    if (!leads && this.isFollowing && n !== this.shown) this.#go();
  }

  #go() {
    this.dispatch("led", { detail: this.n });
  }

  /** @param {boolean} isFollowing */
  #setFollowing(isFollowing) {
    this.isFollowing = isFollowing;
    remember(ALONE, isFollowing ? "" : this.stateValue, "sessionStorage");
    this.#show();
  }

  #show() {
    const [leads, leader] = [this.leads, this.leaderTarget.textContent];
    this.leadingTarget.hidden = !leads;
    this.ledTarget.hidden = leads || !leader;
    this.nobodyTarget.hidden = leads || Boolean(leader);
    this.aloneTarget.hidden = leads || this.isFollowing;
    this.followTarget.hidden = leads || this.isFollowing;
    this.leaveTarget.hidden = leads || !this.isFollowing;
    if (this.hasGiveTarget) this.giveTarget.hidden = !leads;
    if (this.hasTakeTarget) this.takeTarget.hidden = leads || !this.isFree;
  }

  // --- Being told

  #openStream() {
    this.stream = new EventSource(`${this.liveValue}?token=${encodeURIComponent(this.tokenValue)}`);
    this.stream.addEventListener("review", ({ data }) => {
      if (JSON.parse(data).number > this.number) this.fetch();
    });
    this.stream.addEventListener("chat", ({ data }) => {
      document.dispatchEvent(new CustomEvent("tefuda:chat", { detail: JSON.parse(data) }));
    });
    this.stream.addEventListener("error", () => this.#fetchLater());
  }

  #fetchLater() {
    clearTimeout(this.timer);
    if (document.hidden) return;
    const isTold = this.stream?.readyState === EventSource.OPEN;
    this.timer = setTimeout(() => this.fetch(), isTold ? POLL_MS : POLL_WITHOUT_STREAM_MS);
  }

  #rest() {
    clearTimeout(this.timer);
    this.stream?.close();
    this.stream = null;
  }
}

application.register("review", ReviewController);
