// The device is in another time zone than its person's account: a form asks which one counts, once for each zone.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { canonicalZone, deviceZone } from "../lib/times.js";

class ZoneQuestionController extends Controller {
  static targets = ["here", "zone"];
  static values = { account: String, kept: Array };

  connect() {
    const here = deviceZone();
    if (!here || here === canonicalZone(this.accountValue) || this.keptValue.includes(here)) return;
    for (const name of this.hereTargets) name.textContent = here;
    this.zoneTarget.value = here;
    this.element.hidden = false;
  }
}

application.register("zone-question", ZoneQuestionController);
