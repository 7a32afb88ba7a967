// A table's page: told by a stream that something has changed, it fetches how the table stands. The hand stays as it is
// while its question is the same (lib/morph.js).
import { Controller } from "../../vendor/stimulus.js";
import { announce, spokenText } from "../lib/announcer.js";
import { application } from "../lib/application.js";
import { all, byId, isFocusLost } from "../lib/elements.js";
import { ANSWERED_WITH_TABLE, isTableAwaited } from "../lib/forms.js";
import { isPressed, untilReleased } from "../lib/pressing.js";
import { focusHand, focusTurn, getHand, getMoveForm, getZone } from "../lib/table.js";
import { ANSWER_MS } from "../lib/trouble.js";
import "../lib/morph.js";

const POLL_WITHOUT_STREAM_MS = 3000;
const POLL_MS = 60000; // only in case the stream lies
const POLL_CHART_MS = 1500; // the match is over and its chart is being drawn, …
const CHART_POLLS = 20; // … which a busy site may put off
const ASK_AGAIN_MS = 200; // a change has been told of, and an answer didn't have it yet
const STREAM_RETRY_MS = 15000;

const revisionOf = (/** @type {HTMLElement} */ zone) => Number(zone.dataset.revision);
const isRunning = () => getZone().dataset.moving === "yes";

class TableController extends Controller {
  static values = { fragment: String, live: String };

  etag = "";
  isFetching = false;
  wanted = 0; // the highest revision that the stream has told
  chartPolls = 0;
  announced = 0; // the last line of the log that was read out
  pollTimer = 0;
  retryTimer = 0;
  /** @type {EventSource | null} */
  stream = null;

  connect() {
    this.announced = lastSeq();
    this.openStream();
    this.#pollLater();
  }

  disconnect() {
    this.closeStream();
    clearTimeout(this.pollTimer);
  }

  // --- Fetching

  async refresh() {
    await untilReleased();
    if (this.isFetching || isTableAwaited()) return; // the answer under way will be as new
    this.isFetching = true;
    const address = `${this.fragmentValue}?asked=${getHand().dataset.question}&log=${getZone().dataset.log}`;
    const headers = this.etag ? { "If-None-Match": this.etag } : {};
    const sent = htmx.ajax("GET", address, { source: this.element, target: "#zone", swap: "morph", headers });
    sent?.catch(() => {}); // without a connection; asked again later
  }

  #pollLater() {
    clearTimeout(this.pollTimer);
    if (document.hidden) return;
    const isChartDue = "outlining" in getZone().dataset && this.chartPolls < CHART_POLLS;
    if (!isChartDue && !isRunning()) return;
    const isTold = this.stream?.readyState === EventSource.OPEN && this.wanted <= revisionOf(getZone());
    this.pollTimer = setTimeout(() => {
      if (isChartDue) this.chartPolls += 1;
      this.refresh();
    }, isChartDue ? POLL_CHART_MS : isTold ? POLL_MS : POLL_WITHOUT_STREAM_MS);
  }

  /** So that the answer brings only what is new in the log, and that one which doesn't come holds nothing up: a move's
   * time is the outbox's business.
   * @param {CustomEvent<HtmxDetail>} event */
  configRequest({ detail }) {
    const { elt } = detail;
    if (ANSWERED_WITH_TABLE.includes(elt.id)) detail.path += `?log=${getZone().dataset.log}`;
    if (elt === this.element || elt.id === "take-back") detail.timeout = ANSWER_MS;
  }

  /** The button of fast-forward is held while it is sent, and gone afterwards; a held button has no focus to be kept.
   * @param {CustomEvent<HtmxDetail>} event */
  beforeRequest({ detail }) {
    if (detail.elt.id === "hurry") focusTurn();
  }

  /** An answer that was overtaken by a newer one must not turn the page back; nor take away a form that is under way,
   * nor move a button while it is pressed. Of a refusal, whatever its status, the sentence comes with the table.
   * @param {CustomEvent<HtmxDetail>} event */
  beforeSwap(event) {
    const { target, xhr, requestConfig } = event.detail;
    if (target.id !== "zone") return;
    const revision = /data-revision="(\d+)"/.exec(xhr.responseText);
    const isLate = !ANSWERED_WITH_TABLE.includes(requestConfig.elt.id) && (isTableAwaited() || isPressed());
    if (revision === null || Number(revision[1]) < revisionOf(getZone()) || isLate) {
      event.detail.shouldSwap = false;
      if (isPressed()) this.refresh();
      return;
    }
    event.detail.shouldSwap = true;
    event.detail.isError = false;
    this.etag = xhr.getResponseHeader("ETag") || "";
    const focused = document.activeElement;
    this.before = {
      hand: getHand(),
      // A button that was pressed is disabled, and has lost the focus by that.
      wasInHand: getHand().contains(focused) || (isFocusLost() && ANSWERED_WITH_TABLE.includes(requestConfig.elt.id)),
      wasInZone: getZone().contains(focused),
      wasOnTurn: focused?.id === "turn",
    };
    document.dispatchEvent(new CustomEvent("tefuda:before-update"));
  }

  /** Lines may come twice: with a move's answer, and with one that was under way.
   * @param {CustomEvent<{target: HTMLElement, fragment: ParentNode}>} event */
  beforeOobSwap({ detail: { target, fragment } }) {
    if (target.id !== "log") return;
    const last = lastSeq();
    const lines = all("[data-seq]", fragment);
    if (fragment.querySelector("ol#log") === null) {
      for (const line of lines) if (Number(line.dataset.seq) <= last) line.remove();
    }
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  afterSettle({ target }) {
    if (target !== getZone()) return;
    document.title = getZone().dataset.title || "";
    this.#keepFocus();
    this.#announceNews();
    if (!isRunning()) this.closeStream();
    document.dispatchEvent(new CustomEvent("tefuda:update"));
  }

  /** Elsewhere than in what has been replaced the focus is left alone. */
  #keepFocus() {
    if (!this.before) return;
    const { hand, wasInHand, wasInZone, wasOnTurn } = this.before;
    const hasNewQuestion = getHand() !== hand && getMoveForm() !== null;
    if ((wasInHand && isFocusLost()) || (wasOnTurn && hasNewQuestion)) focusHand();
    else if (wasInZone && isFocusLost()) focusTurn();
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  afterRequest({ detail: { target, successful, requestConfig, xhr } }) {
    if (target.id !== "zone") return;
    if (requestConfig.elt === this.element) this.isFetching = false;
    this.#pollLater();
    if (successful && this.wanted > revisionOf(getZone())) setTimeout(() => this.refresh(), xhr.status === 304 ? ASK_AGAIN_MS : 0);
  }

  // --- The stream

  openStream() {
    this.closeStream();
    if (document.hidden || !isRunning()) return;
    this.stream = new EventSource(`${this.liveValue}?token=${encodeURIComponent(getZone().dataset.token || "")}`);
    this.stream.addEventListener("open", () => this.#pollLater());
    this.stream.addEventListener("table", ({ data }) => {
      this.wanted = JSON.parse(data).seq;
      if (this.wanted > revisionOf(getZone())) this.refresh();
    });
    this.stream.addEventListener("chat", ({ data }) => {
      document.dispatchEvent(new CustomEvent("tefuda:chat", { detail: JSON.parse(data) }));
    });
    this.stream.addEventListener("error", () => {
      this.#pollLater();
      // Refused for good, as when the token is old: the table has a fresh one by then.
      if (this.stream?.readyState !== EventSource.CLOSED) return;
      this.retryTimer = setTimeout(() => this.openStream(), STREAM_RETRY_MS);
    });
  }

  closeStream() {
    clearTimeout(this.retryTimer);
    this.stream?.close();
    this.stream = null;
  }

  /** @param {PageTransitionEvent} event */
  pageShown({ persisted }) {
    if (persisted) this.tabChanged();
  }

  tabChanged() {
    if (document.hidden) {
      this.closeStream();
      clearTimeout(this.pollTimer);
    } else {
      this.openStream();
      this.refresh();
    }
  }

  // --- Read out

  #announceNews() {
    const news = all("[data-seq]", byId("tail")).filter((line) => Number(line.dataset.seq) > this.announced);
    this.announced = Math.max(this.announced, lastSeq());
    const text = [...news.map(spokenText), getZone().dataset.turn].filter(Boolean).join(" ");
    if (news.length && text) announce(text);
  }
}

/** Of the log's lines. */
function lastSeq() {
  return Math.max(0, ...all("[data-seq]", byId("tail")).map((line) => Number(line.dataset.seq)));
}

application.register("table", TableController);
