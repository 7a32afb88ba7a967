// A kept match, stepped through: the worker plays it again and draws the position that is asked for.
"use strict";

const replaying = {
  n: 1,
  last: 1,
  chapters: [],

  async begin(match) {
    const found = await house.ask("open_replay", { record: match.record });
    playing.leave();
    Object.assign(replaying, { n: 1, last: found.last, chapters: found.chapters });
    document.getElementById("look-name").textContent = match.name;
    document.getElementById("look-chapter").textContent = found.chapter;
    document.getElementById("look-open").checked = false;
    const options = found.chapters.map((n, at) => new Option(String(at + 1), String(n)));
    document.getElementById("look-chapters").replaceChildren(...options);
    document.querySelector(".look__chapter").hidden = options.length < 2;
    views.show("look");
    await replaying.go(1);
    document.getElementById("look-name").focus({ preventScroll: true });
  },

  async go(n) {
    replaying.n = Math.min(Math.max(n, 1), replaying.last);
    const wanted = replaying.n;
    const everything = document.getElementById("look-open").checked;
    const { html } = await house.ask("render_position", { n: wanted, everything });
    if (wanted !== replaying.n) return; // another step was quicker
    const place = document.getElementById("replay");
    board.tell("beforeSwap", place);
    place.replaceChildren(board.drawn(html));
    document.getElementById("look-n").textContent = `${wanted} / ${replaying.last}`;
    replaying.marked();
    board.tell("afterSettle", place);
  },

  marked() {
    const { n, last, chapters } = replaying;
    for (const button of document.querySelectorAll("[data-step]")) {
      const isBack = ["first", "back"].includes(button.dataset.step);
      button.setAttribute("aria-disabled", String(isBack ? n === 1 : n === last));
    }
    const begun = chapters.filter((begins) => begins <= n);
    document.getElementById("look-chapters").value = String(begun.at(-1) ?? chapters[0] ?? "");
  },

  step(name) {
    const { n, last } = replaying;
    return replaying.go({ first: 1, back: n - 1, forward: n + 1, last }[name]);
  },
};

const STEP_KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

document.addEventListener("keydown", (event) => {
  if (document.getElementById("look").hidden || typing(event.target) || !(event.key in STEP_KEYS)) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  replaying.step(STEP_KEYS[event.key]);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) replaying.step(button.dataset.step);
});

document.getElementById("look-open").addEventListener("change", () => replaying.go(replaying.n));
document.getElementById("look-chapters").addEventListener("change", (event) => replaying.go(Number(event.target.value)));
