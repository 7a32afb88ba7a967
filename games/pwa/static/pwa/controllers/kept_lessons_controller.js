// Has the service worker keep all lessons of a game, in the language of the page.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { language } from "../../site/lib/messages.js";
import { keepsNothing, savedAt } from "../lib/page.js";

const CALM_MS = 2000; // after the page itself has come

class KeptLessonsController extends Controller {
  static values = { pages: String };

  connect() {
    const workers = navigator.serviceWorker; // undefined on plain HTTP
    if (!workers || keepsNothing || savedAt || !document.body.dataset.worker) return;
    this.timer = setTimeout(async () => {
      const { active } = await workers.ready;
      active?.postMessage({ keepLessons: this.pagesValue, language });
    }, CALM_MS);
  }

  disconnect() {
    clearTimeout(this.timer);
  }
}

application.register("kept-lessons", KeptLessonsController);
