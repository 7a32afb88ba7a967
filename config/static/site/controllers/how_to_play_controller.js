// How to play: open the first time one sits at a game, which the browser remembers, and wherever a link leads to it.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { eventElement } from "../lib/elements.js";
import { recall, remember } from "../lib/storage.js";

/** @extends {Controller<HTMLDetailsElement>} */
class HowToPlayController extends Controller {
  static values = { game: String };

  connect() {
    if (!this.element.open) return;
    const key = `tefuda.how.${this.gameValue}`;
    if (recall(key) !== null) this.element.open = false;
    remember(key, "seen");
  }

  /** @param {MouseEvent} event */
  open(event) {
    if (!eventElement(event, "a[href='#how']")) return;
    event.preventDefault();
    this.element.open = true;
    this.element.querySelector("summary")?.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "start" });
  }
}

application.register("how-to-play", HowToPlayController);
