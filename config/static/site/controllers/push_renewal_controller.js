// The site has another key than the one this browser subscribed with: subscribe again, without a question where
// notifications are still allowed. Where they aren't, the list behind the bell says so.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { hasKey, report, subscribe } from "../lib/push.js";

class PushRenewalController extends Controller {
  static values = { key: String, address: String };

  async connect() {
    if (!navigator.serviceWorker || !("Notification" in window) || Notification.permission !== "granted") return;
    try {
      const { pushManager } = await navigator.serviceWorker.ready;
      const former = await pushManager.getSubscription();
      const subscription = former && hasKey(former, this.keyValue) ? former : await subscribe(this.keyValue);
      await report(this.addressValue, subscription);
    } catch {
      // The browser's push service is away: the next page tries again.
    }
  }
}

application.register("push-renewal", PushRenewalController);
