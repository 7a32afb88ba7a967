// How to play: open the first time one sits at a title, which the browser remembers, and wherever a link leads to it.
"use strict";

const how = document.getElementById("how");

// Private windows may refuse to remember: then it is open a little more often.
function seenBefore() {
  const name = `tefuda.how.${how.dataset.title}`;
  try {
    const seen = localStorage.getItem(name) !== null;
    localStorage.setItem(name, "seen");
    return seen;
  } catch {
    return false;
  }
}

if (how.open && seenBefore()) how.open = false;

document.addEventListener("click", (event) => {
  if (!event.target.closest("a[href='#how']")) return;
  event.preventDefault();
  how.open = true;
  how.querySelector("summary").focus({ preventScroll: true });
  how.scrollIntoView({ block: "start" });
});
