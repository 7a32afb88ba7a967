// The page around practice: what is shown of it, the download, the games, the matches that are kept. Comes last.
"use strict";

const part = (id) => document.getElementById(id);

const views = {
  show(name) {
    for (const id of ["practice", "table", "look"]) part(id).hidden = id !== name;
    scrollTo(0, 0);
  },

  async home() {
    playing.leave();
    views.show("practice");
    await kept.shown();
  },

  // The worker gave up. What was decided is kept, and can be gone on with.
  async broken(problem) {
    console.warn(problem);
    await views.home();
    part("unstarted").hidden = false;
  },
};

// --- The download

const download = {
  set(state) {
    part("download").hidden = false;
    for (const node of part("download").querySelectorAll("[data-when]")) {
      node.hidden = !node.dataset.when.split(" ").includes(state);
    }
  },

  async found() {
    if (await keeping.isWhole()) {
      download.ready("kept");
      keeping.pageKept().catch(() => {}); // offline: the one of last time stays
      return;
    }
    const missing = (await keeping.missing()).reduce((sum, { sent }) => sum + sent, 0);
    part("download").querySelector(".download__size").textContent = `(${(missing / 2 ** 20).toFixed(1)} MB)`;
    download.set(!keeping.can ? "passing" : (await keeping.older()).length ? "older" : "fresh");
  },

  async run() {
    download.set("running");
    navigator.storage?.persist?.().catch(() => {});
    try {
      await keeping.fetchAll(download.progress);
    } catch (problem) {
      await download.found();
      const sentence = problem.name === "QuotaExceededError" ? "full" : "failed";
      part("download").querySelector(`[data-when=${sentence}]`).hidden = false;
      return;
    }
    download.ready(keeping.can ? "kept" : "");
  },

  progress(share) {
    const percent = Math.floor(Math.min(share, 1) * 100);
    part("downloaded").value = percent;
    part("download").querySelector("[data-percent]").textContent = `${percent} %`;
  },

  // The worker starts while a game is being chosen; from then on nothing is fetched any more. If it can't, that is said
  // when a game is begun.
  ready(state) {
    download.set(state);
    part("download").hidden = state === "";
    part("games").hidden = false;
    house.open().catch(() => {});
    kept.shown();
  },

  async drop() {
    await keeping.drop();
    part("games").hidden = true;
    await download.found();
    await kept.shown();
  },
};

part("download").addEventListener("click", (event) => {
  if (event.target.closest("[data-fetch]")) download.run();
  else if (event.target.closest("[data-drop]")) download.drop();
});

// --- Starting

// Whatever needs the worker: it says that it is starting, and if it could not.
async function started(work) {
  part("unstarted").hidden = part("unreadable").hidden = true;
  part("starting").hidden = false;
  try {
    await house.open();
    await work();
  } catch (problem) {
    await views.broken(problem);
  } finally {
    part("starting").hidden = true;
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".practice-start") || event.defaultPrevented) return;
  event.preventDefault();
  const { title, name } = form.dataset;
  const [seats, level] = [Number(form.elements.seats.value), form.elements.level.value];
  started(() => playing.begin({ title, name, seats, level })).finally(() => setTimeout(() => hold(form, false)));
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-leave]")) views.home();
  else if (event.target.closest("[data-look-back]")) replaying.begin(playing.match);
  else if (event.target.closest("[data-again]")) {
    const { title, seats, level } = playing.match.record;
    playing.begin({ title, seats, level, name: playing.match.name });
  }
});

// --- The matches that are kept

const kept = {
  async put(match) {
    try {
      await shelf.put(match);
    } catch (problem) {
      part("no-room").hidden = false;
    }
  },

  async shown() {
    part("kept").hidden = false;
    try {
      const matches = await shelf.all();
      part("shelf").replaceChildren(...matches.map(kept.line));
      part("none-kept").hidden = matches.length > 0;
    } catch {
      part("unkept").hidden = false;
      part("none-kept").hidden = true;
    }
  },

  line(match) {
    const line = part("kept-line").content.cloneNode(true);
    const outcome = line.querySelector("[data-outcome]");
    line.querySelector("li").dataset.id = match.id;
    line.querySelector(".practice-line__name").textContent = match.name;
    line.querySelector("[data-at]").textContent = short.format(match.at);
    outcome.textContent = match.record.outcome || outcome.dataset.unfinished;
    line.querySelector(`[data-act=${match.record.outcome ? "continue" : "watch"}]`).remove();
    line.querySelector("[data-act]").disabled = part("games").hidden; // it takes the download
    return line;
  },

  async act(button) {
    const id = button.closest("[data-id]").dataset.id;
    if (button.dataset.act === "delete") {
      await shelf.remove(id);
      return kept.shown();
    }
    const match = await shelf.get(id);
    return started(async () => {
      try {
        await (button.dataset.act === "watch" ? replaying.begin(match) : playing.resume(match));
      } catch {
        part("unreadable").hidden = false;
      }
    });
  },
};

part("shelf").addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (button) kept.act(button);
});

download.found();
kept.shown();
