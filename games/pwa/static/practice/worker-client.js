// The worker that runs the site's Python, and questions to it: each is answered once, in the order they were asked.
"use strict";

const house = {
  worker: null,
  opening: null,
  asked: new Map(),
  last: 0,

  // Started by the first question; after a failure the next one tries anew.
  open() {
    house.opening ||= house.start().catch((problem) => {
      house.worker?.terminate();
      house.opening = null;
      throw problem;
    });
    return house.opening;
  },

  start() {
    house.worker = new Worker(plan.worker, { type: "module" });
    house.worker.addEventListener("message", ({ data }) => house.answered(data));
    house.worker.addEventListener("error", () => house.failed());
    const { runtime, zip, pictures } = plan;
    return house.send("open", { runtime, zip, pictures, language: document.documentElement.lang });
  },

  send(step, about) {
    return new Promise((resolve, reject) => {
      house.last += 1;
      house.asked.set(house.last, { resolve, reject });
      house.worker.postMessage({ id: house.last, step, about });
    });
  },

  answered({ id, answer, problem }) {
    const { resolve, reject } = house.asked.get(id);
    house.asked.delete(id);
    if (problem !== undefined || answer.problem !== undefined) reject(new Error(problem ?? answer.problem));
    else resolve(answer);
  },

  // It has ended; the next question starts another.
  failed() {
    house.worker.terminate();
    house.opening = null;
    for (const { reject } of house.asked.values()) reject(new Error("the worker has failed"));
    house.asked.clear();
  },

  async ask(name, about = {}) {
    await house.open();
    return house.send("ask", { ask: name, ...about });
  },
};
