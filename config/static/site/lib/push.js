// A browser's subscription to push messages: asked for with the site's key, and reported to the site.
import { one } from "./elements.js";

/** Subscribe again where the browser had subscribed for someone else, or with another key.
 * @param {string} key the site's public one */
export async function subscribe(key) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  if (former) await former.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decodeKey(key) });
}

/** @param {PushSubscription} subscription
 * @param {string} key */
export function hasKey(subscription, key) {
  const given = subscription.options.applicationServerKey;
  return given !== null && String(new Uint8Array(given)) === String(decodeKey(key));
}

/** @param {string} address
 * @param {PushSubscription} subscription */
export function report(address, subscription) {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return post(address, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

/** @param {string} address
 * @param {Record<string, string>} fields */
export async function post(address, fields) {
  const body = new URLSearchParams(fields);
  const token = /** @type {HTMLInputElement} */ (one("[name=csrfmiddlewaretoken]"));
  body.set("csrfmiddlewaretoken", token.value);
  const answer = await fetch(address, { method: "POST", body, redirect: "error" });
  if (!answer.ok) throw new Error(`${answer.status}`);
}

/** As browsers want it: bytes.
 * @param {string} key */
function decodeKey(key) {
  return Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
}
