// Logging out leaves nothing of a person behind: unsent moves are named first, then everything that is kept goes, in all
// tabs; receipts with the next page. Only parts in shuffles stay (client-seeds.js): a strict table that waits for them would be
// broken off. Comes after register.js.
"use strict";

async function keptForgotten(person) {
  if (!self.caches) return;
  for (const name of await caches.keys()) if (name.endsWith(`-1-${person}`)) await caches.delete(name);
}

// At the next page they are gone, and so is what came in between; what other tabs still show of them goes as well.
async function leaverForgotten() {
  if (me && keepsNothing && !seen) {
    await factSet("left", me); // the worker may still be keeping a page from before
    return keptForgotten(me);
  }
  const left = await fact("left");
  if (!left || seen) return;
  await factSet("left", "");
  if (left === me) return; // the log-out didn't go through, or they are back
  await keptForgotten(left);
  await movesForgotten(left);
  await receiptsForgotten(left);
  toldAll({ left });
}

async function leaving(form) {
  const unsent = (await movesKept(me)).filter((move) => !move.refused);
  if (unsent.length && !(await unsentSettled(unsent))) return hold(form, false);
  await factSet("left", me);
  await readerNoted("none");
  await movesForgotten(me);
  await keptForgotten(me);
  await pushForgotten().catch(() => {}); // the site forgets it with the log-in in any case
  form.submit();
}

async function pushForgotten() {
  const registration = workers && (await workers.getRegistration());
  const subscription = registration && registration.pushManager && (await registration.pushManager.getSubscription());
  if (subscription) await subscription.unsubscribe();
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-logout]") || event.defaultPrevented || !me) return;
  event.preventDefault();
  leaving(event.target).catch(() => event.target.submit()); // a browser that keeps nothing has nothing to forget
});

// Names the moves, and has them sent or discarded. Whether one may go.
function unsentSettled(unsent) {
  const dialog = document.getElementById("leaving");
  const lines = unsent.map((move) => Object.assign(document.createElement("li"), { textContent: move.says }));
  dialog.querySelector("ul").replaceChildren(...lines);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(false);
    dialog.onclick = async (event) => {
      const chosen = event.target.closest("button")?.value;
      if (chosen === "send" && !(await allSent())) return toast(words.unsent);
      if (chosen) resolve(chosen !== "stay");
      if (chosen) dialog.close();
    };
  });
}

// Another tab, or the worker, may be sending just now: that is waited for, and is no failure.
async function allSent() {
  const until = Date.now() + LEASE_MS;
  while (Date.now() < until) {
    const became = await movesSent().catch(() => "later");
    if (became !== "busy") return ["sent", "empty"].includes(became);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

if (self.BroadcastChannel) {
  new BroadcastChannel("tefuda").addEventListener("message", ({ data }) => {
    if (data.left && data.left === me) location.assign(document.getElementById("front").href);
  });
}
