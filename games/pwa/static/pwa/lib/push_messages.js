// Push messages, as they come while no page need be open. What they say was put together by the site
// (games/notifications/backends/webpush.py): title, table and what is asked.
import { getReader } from "./reader.js";
import { getSession } from "./session.js";
import { site } from "./site.js";
import { worker } from "./worker.js";

/** @typedef {{title?: string, body?: string, path?: string, tag?: string, person?: string, unread?: number}} Message */

/** A browser takes the right to push away from whoever shows nothing, so something is shown in any case.
 * @param {PushMessageData | null} data */
export async function showMessage(data) {
  let message = readMessage(data);
  const { person } = await getReader();
  if (message.person && person && person !== message.person) message = await leaveStranger();
  const { title = "Tefuda", body = "", path = site.front, tag = "tefuda" } = message;
  // What comes later of the same table takes its place, and is heard again (renotify).
  const options = { body, tag, renotify: true, icon: site.icon, data: { path, person: message.person } };
  await worker.registration.showNotification(title, options);
  if (message.unread) await showUnread(message.unread);
}

/** On the icon, where the system shows a number there.
 * @param {number} count */
async function showUnread(count) {
  try {
    await navigator.setAppBadge?.(count);
  } catch {
    // Not installed, or not allowed.
  }
}

/** @param {PushMessageData | null} data
 * @returns {Message} empty for what is not ours */
function readMessage(data) {
  try {
    return data?.json() || {};
  } catch {
    return {};
  }
}

/** It was for somebody who has left this browser to another, or to nobody.
 * @returns {Promise<Message>} */
async function leaveStranger() {
  const subscription = await worker.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return {};
}

/** @param {string} path */
export async function openPath(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === url.pathname);
  await (there ? there.focus() : worker.clients.openWindow(url.href));
}

/** Browsers give a subscription another address now and then.
 * @param {WorkerEvents["pushsubscriptionchange"]} event */
export async function renewSubscription({ oldSubscription, newSubscription }) {
  const { pushManager } = worker.registration;
  const fresh = newSubscription || (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  const session = await getSession();
  if (!fresh || !session?.person) return;
  const { endpoint = "", keys } = fresh.toJSON();
  const body = new URLSearchParams({ endpoint, p256dh: keys?.p256dh || "", auth: keys?.auth || "" });
  await fetch(site.device, { method: "POST", headers: { "X-CSRFToken": session.token }, body });
}
