// What a page does for the device it is on: it says whose pages may be shown, has the service worker registered and the
// page kept anew, and offers a new version of the site.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { language } from "../../site/lib/messages.js";
import { forgetLeaver } from "../lib/leaving.js";
import { keepsNothing, me, reader, savedAt } from "../lib/page.js";
import { getReader, setReader } from "../lib/reader.js";
import { closeSeen } from "../lib/shown_notifications.js";

const workers = navigator.serviceWorker; // undefined on plain HTTP
const KEEP_MS = 4000; // after the table has changed: a match against bots changes every second

class DeviceController extends Controller {
  static targets = ["update"];
  static values = { worker: String, nobodys: Boolean };

  keepTimer = 0;

  async connect() {
    await this.#noteReader().catch(() => {}); // without a store, as in some private windows, nothing is kept
    await this.seen();
    if (!workers || keepsNothing) return;
    await (this.workerValue ? this.#register() : removeWorkers()).catch(() => {}); // the next page asks again
  }

  /** Also when a tab that was open all the time comes into view. */
  async seen() {
    if (!document.hidden) await closeSeen().catch(() => {});
  }

  /** A store that is slow to open may fail here; the worker, which asks it anew for each page, comes nevertheless. */
  async #noteReader() {
    await forgetLeaver();
    if (!savedAt && !this.nobodysValue) await setReader(reader, language);
  }

  async #register() {
    const isAlone = !workers.controller;
    const registration = await workers.register(this.workerValue, { type: "module" });
    if (registration.waiting && !isAlone) this.#offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const coming = registration.installing;
      coming?.addEventListener("statechange", () => {
        if (coming.state === "installed" && workers.controller) this.#offer(coming);
      });
    });
    await workers.ready;
    if (isAlone) this.keep(); // this page came before there was somebody to keep it
  }

  /** @param {ServiceWorker} worker */
  #offer(worker) {
    this.coming = worker;
    this.updateTarget.hidden = false;
  }

  update() {
    workers.addEventListener("controllerchange", () => location.reload());
    this.coming?.postMessage({ begin: true });
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  swapped({ detail: { target } }) {
    if (target.id !== "zone") return;
    clearTimeout(this.keepTimer);
    this.keepTimer = setTimeout(() => this.keep(), KEEP_MS);
  }

  keepNow() {
    if (document.hidden && this.keepTimer) this.keep();
  }

  /** So that the page one finds without a connection is the one that one has left. */
  async keep() {
    clearTimeout(this.keepTimer);
    this.keepTimer = 0;
    if (!workers || !me || keepsNothing) return;
    const registration = await workers.getRegistration();
    registration?.active?.postMessage({ keep: location.href });
  }

  // --- A log-in may end while a page stays open

  /** @param {CustomEvent<string>} event */
  readerHeard({ detail }) {
    if (me && detail && detail !== me) setReader(detail).catch(() => {});
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  answered({ detail: { xhr } }) {
    this.readerHeard(new CustomEvent("", { detail: xhr.getResponseHeader("Tefuda-Reader") || "" }));
  }

  /** What the back button brings may be of somebody who has left since.
   * @param {PageTransitionEvent} event */
  async pageShown({ persisted }) {
    const known = persisted && (await getReader()).person;
    if (known && known !== reader) location.reload();
  }
}

/** Switched off by the site (games/pwa/service_worker.py, whose script does the same where no page is opened). */
async function removeWorkers() {
  for (const found of await workers.getRegistrations()) await found.unregister();
  for (const name of await caches.keys()) if (name.startsWith("tefuda-")) await caches.delete(name);
}

application.register("device", DeviceController);
