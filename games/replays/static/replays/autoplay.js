// A replay that plays by itself, until its end, or until somebody steers or looks elsewhere. Comes after stepper.js.
"use strict";

{
  const STEP_MS = 1600; // at 1×
  const button = document.getElementById("autoplay");
  const speed = document.getElementById("speed");
  const words = [button.getAttribute("aria-label"), button.dataset.stop];
  let timer = 0;
  let isPlaying = false;

  function played(on) {
    isPlaying = on;
    clearTimeout(timer);
    button.classList.toggle("is-playing", on);
    button.setAttribute("aria-label", words[Number(on)]);
    button.title = words[Number(on)];
    if (!on) return;
    if (wanted >= match.last) goTo(match.first);
    else goTo(wanted + 1);
  }

  function nextSoon() {
    clearTimeout(timer);
    if (!isPlaying) return;
    if (wanted >= match.last) return played(false);
    timer = setTimeout(() => goTo(wanted + 1), STEP_MS / Number(speed.value));
  }

  button.addEventListener("click", () => played(!isPlaying));
  speed.addEventListener("change", nextSoon);
  document.addEventListener("tefuda:position", nextSoon);
  document.addEventListener("tefuda:steered", () => isPlaying && played(false));
  document.addEventListener("visibilitychange", () => document.hidden && isPlaying && played(false));
  document.addEventListener("keydown", (event) => {
    const onControl = event.target.closest("a, button, summary, input, select, textarea");
    if (event.key !== " " || onControl || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (!event.repeat) played(!isPlaying);
  });

  button.title = words[0];
  button.hidden = false;
  speed.closest("[hidden]").hidden = false;
}
