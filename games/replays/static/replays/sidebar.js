// What stands around a position of a replay goes with it: fetched anew a moment after the last step, unless somebody is
// writing there. Whoever steps says so ("tefuda:position").
"use strict";

const BESIDE_MS = 400; // since the last step
let besideTimer = 0;

function writing(around) {
  const fields = around.querySelectorAll("textarea, input[type=text]:not([readonly])");
  return [...fields].some((field) => field.value !== field.defaultValue || field === document.activeElement);
}

// What somebody has chosen in the forms that are replaced stays chosen.
function chosenKept(before, after) {
  for (const radio of before.querySelectorAll("[type=radio]:checked")) {
    const twin = after.querySelector(`[name="${radio.name}"][value="${radio.value}"]`);
    if (twin && !radio.defaultChecked) twin.checked = true;
  }
  for (const select of before.querySelectorAll("select")) {
    const twin = after.querySelector(`#${select.id}`);
    if (twin && !select.selectedOptions[0].defaultSelected) twin.value = select.value;
  }
}

const positionNow = () => positionIn(location.pathname);

function eyesNow() {
  const { seat, open } = Object.fromEntries(new URLSearchParams(location.search));
  return new URLSearchParams(open ? { open } : seat ? { seat } : {});
}

async function besideFetched() {
  const around = document.getElementById("around");
  const [n, eyes] = [positionNow(), eyesNow()];
  if (!around || !n || writing(around)) return;
  if (n === Number(around.dataset.n) && around.dataset.eyes === String(eyes)) return;
  const asked = new URLSearchParams(eyes);
  const linked = new URLSearchParams(location.search).get("hl"); // the language of the page, by its link
  if (linked) asked.set("hl", linked);
  const answer = await fetch(`${around.dataset.address.replace("{n}", n)}?${asked}`).catch(() => null);
  if (!answer?.ok) return; // without a connection what is there stays
  const page = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("around");
  if (writing(around) || !page) return;
  for (const fold of around.querySelectorAll("details[open]")) {
    page.querySelectorAll("details")[[...around.querySelectorAll("details")].indexOf(fold)]?.setAttribute("open", "");
  }
  chosenKept(around, page);
  page.dataset.eyes = String(eyes);
  around.replaceWith(document.adoptNode(page));
  timesShown();
}

// What is copied or sent is where the reader is now, although the address beside may still be on its way.
function addressNow() {
  const field = document.getElementById("share");
  const eyes = eyesNow();
  eyes.set("hl", document.documentElement.lang);
  if (field) field.value = `${location.origin}${location.pathname}?${eyes}`;
}

// A comment is about the position one looks at, and playing on begins there, whatever position the form was made for; a
// note stays with the one that it was read at.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("#around form[data-follows]");
  if (form && positionNow()) form.action = form.dataset.follows.replace("{n}", positionNow());
}, true);

document.addEventListener("formdata", (event) => {
  if (!event.target.closest("#beside")) return;
  for (const name of ["seat", "open"]) event.formData.delete(name);
  for (const [name, value] of eyesNow()) event.formData.set(name, value);
});

document.addEventListener("click", (event) => {
  if (event.target.closest('[data-copy="share"], [data-share="share"]')) addressNow();
}, true);

function besideSoon() {
  clearTimeout(besideTimer);
  besideTimer = setTimeout(besideFetched, BESIDE_MS);
}

document.addEventListener("tefuda:position", besideSoon);
