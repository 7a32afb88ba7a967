// The number on the app's icon, where the site is installed and the system shows one: what is new behind the bell.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";

class BellController extends Controller {
  static values = { unread: Number };

  async connect() {
    if (!("setAppBadge" in navigator)) return;
    try {
      await (this.unreadValue ? navigator.setAppBadge(this.unreadValue) : navigator.clearAppBadge());
    } catch {
      // Not installed, or not allowed: the page shows the number anyway.
    }
  }
}

application.register("bell", BellController);
