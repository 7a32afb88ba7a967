// Plans filed or withdrawn without a connection wait as moves do, and are sent with them. Where the site answers, their
// forms are sent as plainly as ever. Comes after outbox-ui.js.
"use strict";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#plan")) return;
  event.preventDefault();
  planSent(form).catch(() => form.submit());
});

async function planSent(form) {
  if (await isThere()) return form.submit();
  await planKept(form);
  hold(form, false);
}

async function isThere() {
  try {
    return Boolean(await asJson(await fetch(HELLO, { cache: "no-store", signal: inTime() })));
  } catch {
    return false;
  }
}

async function planKept(form) {
  const fields = Array.from(new FormData(form)).filter(([name]) => name !== "csrfmiddlewaretoken");
  await queued({ address: form.getAttribute("action"), plan: form.elements.type.value, fields, says: planInWords(form) });
}

// The sentence as it was filled in, or the filed plan's, and its button.
function planInWords(form) {
  const copy = form.querySelector("p, .plan__rows").cloneNode(true);
  for (const part of copy.querySelectorAll("[name]")) {
    const { type, selectedOptions, value } = form.elements[part.name];
    part.replaceWith(selectedOptions ? selectedOptions[0].text : type === "hidden" ? "" : value);
  }
  copy.querySelectorAll(".note").forEach((note) => note.remove());
  return `${spoken(form.querySelector("button"))} – ${spoken(copy)}`;
}

const isPlanIn = (form) => (move) => move.plan === form.elements.type.value && move.address === form.getAttribute("action");

// As with a move: what waits is withdrawn before it is chosen anew.
function plansMarked(moves) {
  for (const form of document.querySelectorAll("#plan form")) {
    form.inert = moves.some((move) => !move.refused && isPlanIn(form)(move));
    form.classList.toggle("is-waiting", form.inert);
  }
}
