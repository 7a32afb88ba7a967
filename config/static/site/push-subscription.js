// Push messages for this device: whether it can have them, and switching them on and off. Comes after register.js.
"use strict";

const push = document.getElementById("push");
const pushNote = (name) => push.querySelector(`[data-push="${name}"]`);
const PUSH_NOTES = ["insecure", "unable", "nothing", "denied", "failed", "off", "on"];

function pushShown(name) {
  for (const other of PUSH_NOTES) pushNote(other).hidden = other !== name;
}

async function pushState() {
  if (!isSecureContext) return "insecure";
  if (keepsNothing) return "nothing";
  if (!workers || !self.PushManager || !self.Notification || !document.body.dataset.worker) return "unable";
  if (Notification.permission === "denied") return "denied";
  const registration = await workers.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription || !push.dataset.here) return "off";
  await pushTold(subscription); // the site may have lost it, as after a new password
  return "on";
}

// The key as browsers want it: bytes.
function keyBytes() {
  const text = push.dataset.key.replace(/-/g, "+").replace(/_/g, "/");
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

async function pushTold(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return pushPosted({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

async function pushPosted(fields) {
  const body = new URLSearchParams(fields);
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  const answer = await fetch(push.dataset.address, { method: "POST", body, redirect: "error" });
  if (!answer.ok) throw new Error(`${answer.status}`);
}

async function switchedOn() {
  if ((await Notification.requestPermission()) !== "granted") return pushShown("denied");
  const { pushManager } = await workers.ready;
  const former = await pushManager.getSubscription();
  if (former) await former.unsubscribe(); // it may be of another person, or another key
  await pushTold(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes() }));
  location.reload();
}

async function switchedOff() {
  await pushPosted({ stop: "yes" });
  const subscription = await (await workers.ready).pushManager.getSubscription();
  if (subscription) await subscription.unsubscribe();
  location.reload();
}

if (push && push.dataset.key) {
  const failed = () => pushShown("failed");
  pushNote("off").querySelector("button").addEventListener("click", () => switchedOn().catch(failed));
  pushNote("on").querySelector("button").addEventListener("click", () => switchedOff().catch(failed));
  pushState().then(pushShown).catch(failed);
}
