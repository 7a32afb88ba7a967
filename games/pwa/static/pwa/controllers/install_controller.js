// The browser would install the site as an app: said once, to whoever has a table, and never again once it was answered.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { recall, remember } from "../../site/lib/storage.js";

const ANSWERED = "install answered";

class InstallController extends Controller {
  /** @type {(Event & { prompt(): Promise<unknown> }) | null} */
  event = null;

  /** @param {Event} event */
  offered(event) {
    if (recall(ANSWERED)) return;
    event.preventDefault(); // or the browser says it in its own way, whenever it likes
    this.event = /** @type {any} */ (event);
    this.element.hidden = false;
  }

  async accept() {
    this.decline();
    await this.event?.prompt();
  }

  decline() {
    remember(ANSWERED, "yes");
    this.element.hidden = true;
  }
}

application.register("install", InstallController);
