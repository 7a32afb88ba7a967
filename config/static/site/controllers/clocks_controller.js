// Keeps all clocks of the page running, and shows times in the reader's own zone.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { setServerTime, showClocks, showTimes } from "../lib/times.js";

const MOMENTS_MS = 30_000; // they are told in minutes

class ClocksController extends Controller {
  connect() {
    showTimes();
    this.timer = setInterval(() => document.hidden || showClocks(), 1000);
    this.momentsTimer = setInterval(() => document.hidden || showTimes(), MOMENTS_MS);
  }

  disconnect() {
    clearInterval(this.timer);
    clearInterval(this.momentsTimer);
  }

  show() {
    showTimes();
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  setTime({ detail: { xhr } }) {
    setServerTime(xhr.getResponseHeader("Date"));
  }
}

application.register("clocks", ClocksController);
