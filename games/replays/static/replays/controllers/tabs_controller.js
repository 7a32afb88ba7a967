// What stands below a position of a replay, one panel at a time. Without it the tabs are links to panels that all lie open.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { eventElement, hasModifier } from "../../site/lib/elements.js";
import { recall, remember } from "../../site/lib/storage.js";

const CHOSEN = "replay-tab";
/** @type {Record<string, (at: number, count: number) => number>} */
const KEYS = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

class TabsController extends Controller {
  static targets = ["row", "tab", "panel"];

  open = "";

  connect() {
    this.element.classList.add("is-tabbed");
    if (this.hasRowTarget) this.rowTarget.setAttribute("role", "tablist");
    const named = this.#panelOf(location.hash);
    this.#open(named || this.#known(recall(CHOSEN, "sessionStorage")) || "about-log");
    if (named) document.querySelector(location.hash)?.scrollIntoView();
  }

  /** Panels of the position come anew with it (replay_sidebar_controller.js).
   * @param {HTMLElement} panel */
  panelTargetConnected(panel) {
    const tab = this.tabTargets.find((one) => one.hash === `#${panel.id}`);
    if (tab) {
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
    }
    if (this.open) panel.classList.toggle("is-open", panel.id === this.open);
  }

  /** @param {MouseEvent} event */
  chosen(event) {
    const tab = /** @type {HTMLAnchorElement | null} */ (eventElement(event, "[role=tab]"));
    if (!tab || hasModifier(event)) return;
    event.preventDefault();
    this.#open(tab.hash.slice(1));
    remember(CHOSEN, this.open, "sessionStorage");
  }

  /** From the position to its line of the log.
   * @param {MouseEvent} event */
  followLink(event) {
    if (!eventElement(event, "a[data-tab-opens]") || hasModifier(event)) return;
    event.preventDefault();
    this.#open("about-log");
    this.dispatch("log");
    this.element.scrollIntoView();
    document.getElementById("log-box")?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  keyPressed(event) {
    const at = this.tabTargets.findIndex((tab) => tab === event.target);
    const next = KEYS[event.key]?.(at, this.tabTargets.length);
    if (at < 0 || next === undefined || hasModifier(event)) return;
    event.preventDefault();
    this.#open(this.tabTargets[next].hash.slice(1));
    this.tabTargets[next].focus();
  }

  /** @param {string} id of a panel */
  #open(id) {
    this.open = id;
    for (const panel of this.panelTargets) panel.classList.toggle("is-open", panel.id === id);
    for (const tab of this.tabTargets) {
      const isOpen = tab.hash === `#${id}`;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", tab.hash.slice(1));
      tab.setAttribute("aria-selected", String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      if (isOpen) this.rowTarget.scrollLeft = tab.offsetLeft - (this.rowTarget.clientWidth - tab.offsetWidth) / 2;
    }
  }

  /** @param {string} hash of anything in a panel */
  #panelOf(hash) {
    const named = /^#[\w-]+$/.test(hash) ? document.querySelector(hash) : null;
    return this.panelTargets.find((panel) => panel.contains(named))?.id;
  }

  /** @param {string | null} id */
  #known(id) {
    return this.panelTargets.find((panel) => panel.id === id)?.id;
  }
}

application.register("tabs", TabsController);
