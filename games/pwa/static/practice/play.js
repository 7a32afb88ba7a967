// A practice match: the person's decisions go to the worker, the bots' follow after a moment, and each is kept at once.
"use strict";

const playing = {
  BOT_MS: 700,
  now: null, // what the worker said last
  match: null, // what is kept of it
  line: Promise.resolve(), // one thing after the other
  hurried: false,
  timer: 0,

  async begin({ title, name, seats, level }) {
    const news = await house.ask("start", { title, seats, level });
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    playing.enter({ id, at: Date.now(), name }, news);
  },

  async resume(match) {
    playing.enter(match, await house.ask("resume", { record: match.record }));
  },

  enter(match, news) {
    playing.leave();
    playing.match = match;
    board.clear();
    document.getElementById("table-name").textContent = match.name;
    document.getElementById("help").replaceChildren(board.drawn(news.help));
    document.getElementById("title-keys").replaceChildren(board.drawn(news.keys));
    views.show("table");
    playing.told(news);
    document.getElementById("table-name").focus({ preventScroll: true });
  },

  leave() {
    clearTimeout(playing.timer);
    playing.match = playing.now = null;
    playing.hurried = false;
  },

  told(news) {
    playing.now = news;
    playing.hurried &&= news.asked === null;
    board.show(news);
    playing.kept();
    if (news.bots && !news.over) playing.timer = setTimeout(playing.botPlays, playing.hurried ? 0 : playing.BOT_MS);
  },

  kept() {
    playing.match.record = playing.now.record;
    kept.put(playing.match);
  },

  // What was asked of a match that has been left meanwhile comes to nothing.
  inTurn(ask) {
    const match = playing.match;
    const turn = async () => {
      if (playing.match !== match) return;
      const { asked, seq } = playing.now;
      const news = await house.ask(...ask({ asked, seen: seq }));
      if (playing.match === match) playing.answered(news);
    };
    playing.line = playing.line.then(turn).catch(views.broken);
    return playing.line;
  },

  botPlays: () => playing.inTurn((now) => ["play_bot", now]),

  answered(news) {
    clearTimeout(playing.timer);
    if (news.refusal === undefined) return playing.told(news);
    document.getElementById("refusal").replaceChildren(board.drawn(news.refusal));
    document.getElementById("announcer").textContent = "";
    if (playing.now.bots) playing.timer = setTimeout(playing.botPlays, playing.BOT_MS);
  },

  // The button that was pressed is part of the form, as when a browser sends one.
  async decide(form, submitter) {
    const fields = Array.from(new FormData(form, submitter), ([name, text]) => [name, String(text)]);
    heldEnded();
    try {
      await playing.inTurn((now) => ["submit_move", { form: fields, ...now }]);
    } finally {
      if (form.isConnected) {
        hold(form, false);
        picksCounted();
        focusFound();
      }
    }
  },

  hurry() {
    turnLine().focus({ preventScroll: true });
    playing.hurried = true;
    clearTimeout(playing.timer);
    playing.botPlays();
  },
};

document.addEventListener("submit", (event) => {
  if (event.target.id !== "move" || event.defaultPrevented) return; // it is sent once
  event.preventDefault();
  playing.decide(event.target, event.submitter);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-hurry]")) playing.hurry();
});
