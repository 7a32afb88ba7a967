// Push messages, as they come while no page need be open. What they say was put together by the site
// (games/notifications/backends/webpush.py): title, table and what is asked. Comes after idb.js and outbox-sender.js.
"use strict";

self.addEventListener("push", (event) => {
  event.waitUntil(pushShown(event.data));
});

// A browser takes the right to push away from whoever shows nothing, so something is shown in any case.
async function pushShown(data) {
  let said = {};
  try {
    said = data.json();
  } catch {
    // Not ours, or empty.
  }
  const reader = await fact("reader").catch(() => null);
  if (said.person && reader && reader.person !== said.person) said = await strangersLeft();
  const { title = "Tefuda", body = "", path = SITE.front, tag = "tefuda" } = said;
  // What comes later of the same table takes its place, and is heard again.
  await self.registration.showNotification(title, { body, tag, renotify: true, icon: SITE.icon, data: { path } });
}

// It was for somebody who has left this browser to another, or to nobody.
async function strangersLeft() {
  const subscription = await self.registration.pushManager.getSubscription();
  if (subscription) await subscription.unsubscribe();
  return {};
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(pathOpened(event.notification.data.path));
});

async function pathOpened(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === url.pathname);
  await (there ? there.focus() : self.clients.openWindow(url.href));
}

// Browsers give a subscription another address now and then.
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscriptionRenewed(event));
});

async function subscriptionRenewed({ oldSubscription, newSubscription }) {
  const { pushManager } = self.registration;
  const fresh = newSubscription || (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  const hello = await asJson(await fetch(HELLO, { cache: "no-store" }));
  if (!fresh || !hello || !hello.person) return;
  const { endpoint, keys } = fresh.toJSON();
  const body = new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await fetch(SITE.device, { method: "POST", headers: { "X-CSRFToken": hello.token }, body });
}
