// The worker that runs the site's Python, and questions to it: each is answered once, in the order they were asked.
import { fetchOnDemand } from "./download.js";
import { plan } from "./plan.js";

/** @type {Worker | null} */
let worker = null;
/** @type {Promise<unknown> | null} */
let opening = null;
let last = 0;
/** @type {Map<number, {resolve: (answer: any) => void, reject: (problem: Error) => void}>} */
const asked = new Map();
/** The strong bots' tables that this worker has, by address.
 * @type {Set<string>} */
const unpacked = new Set();

/** The device doesn't have them, and they could not be fetched. */
export class TablesUnavailable extends Error {}

/** Started by the first question; after a failure the next one tries anew. */
export function openPython() {
  opening ||= start().catch((problem) => {
    worker?.terminate();
    opening = null;
    throw problem;
  });
  return opening;
}

function start() {
  unpacked.clear();
  worker = new Worker(plan.worker, { type: "module" });
  worker.addEventListener("message", ({ data }) => answered(data));
  worker.addEventListener("error", failed);
  const { runtime, zip, pictures, rules } = plan;
  return send("open", { runtime, zip, pictures, rules, language: document.documentElement.lang });
}

/** @param {string} step
 * @param {object} about
 * @returns {Promise<any>} */
function send(step, about) {
  return new Promise((resolve, reject) => {
    last += 1;
    asked.set(last, { resolve, reject });
    worker?.postMessage({ id: last, step, about });
  });
}

/** @param {{id: number, answer?: any, problem?: string}} data */
function answered({ id, answer, problem }) {
  const question = asked.get(id);
  asked.delete(id);
  const wrong = problem ?? answer.problem;
  if (wrong !== undefined) question?.reject(new Error(wrong));
  else question?.resolve(answer);
}

/** It has ended; the next question starts another. */
function failed() {
  worker?.terminate();
  opening = null;
  for (const { reject } of asked.values()) reject(new Error("the worker has failed"));
  asked.clear();
}

/** What the strong bot of a game reads, and its hints: fetched when it is first needed.
 * @param {string} title */
export async function loadStrongTables(title) {
  await openPython();
  const url = plan.strongTables[title];
  if (!url || unpacked.has(url)) return;
  const answer = await fetchOnDemand(url).catch((problem) => {
    throw new TablesUnavailable(String(problem));
  });
  await send("unpack", { packed: await answer.arrayBuffer() });
  unpacked.add(url);
}

/** @param {string} name of a function in games/practice/worker_api.py
 * @param {object} [about]
 * @returns {Promise<any>} */
export async function askPython(name, about = {}) {
  await openPython();
  return send("ask", { ask: name, ...about });
}
