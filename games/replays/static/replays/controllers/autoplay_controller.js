// A replay that plays by itself, until its end, or until somebody steers or looks elsewhere; or one part of it again and again.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { eventElement } from "../../site/lib/elements.js";
import { match } from "../lib/positions.js";

const STEP_MS = 1600; // at 1×

class AutoplayController extends Controller {
  static targets = ["button", "speed", "loop"];
  static values = { play: String, stop: String };

  n = match.n; // the position that is shown
  isLast = false;
  timer = 0;
  isPlaying = false;

  connect() {
    this.buttonTarget.hidden = this.speedTarget.closest("label").hidden = false;
    if (this.hasLoopTarget) this.loopTarget.hidden = false;
    this.#set(false);
  }

  disconnect() {
    clearTimeout(this.timer);
  }

  toggle() {
    this.#set(!this.isPlaying);
    if (this.isPlaying) this.#step();
  }

  stop() {
    if (this.isPlaying) this.#set(false);
  }

  tabChanged() {
    if (document.hidden) this.stop();
  }

  /** @param {KeyboardEvent} event */
  spacePressed(event) {
    if (eventElement(event, "a, button, summary, input, select, textarea") || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (!event.repeat) this.toggle();
  }

  /** @param {CustomEvent<number>} event */
  shown({ detail: n }) {
    this.n = n;
    this.isLast = n >= match.last && !this.isLooping;
    this.stepSoon();
  }

  stepSoon() {
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    if (this.isLast) return this.#set(false);
    this.timer = setTimeout(() => this.#step(), STEP_MS / Number(this.speedTarget.value));
  }

  toggleLoop() {
    this.loopTarget.setAttribute("aria-pressed", String(!this.isLooping));
    this.isLast = this.n >= match.last && !this.isLooping;
  }

  get isLooping() {
    return this.hasLoopTarget && this.loopTarget.getAttribute("aria-pressed") === "true";
  }

  /** The next position, or where the chapter that has come to its end begins. */
  #step() {
    const begins = match.chapters.findLast((n) => n <= this.n) ?? match.first;
    const ends = (match.chapters.find((n) => n > this.n) ?? match.last + 1) - 1;
    this.dispatch("step", { detail: this.isLooping && this.n >= ends ? begins : 0 });
  }

  /** @param {boolean} isPlaying */
  #set(isPlaying) {
    this.isPlaying = isPlaying;
    clearTimeout(this.timer);
    const label = isPlaying ? this.stopValue : this.playValue;
    this.buttonTarget.classList.toggle("is-playing", isPlaying);
    this.buttonTarget.setAttribute("aria-label", label);
    this.buttonTarget.title = label;
  }
}

application.register("autoplay", AutoplayController);
