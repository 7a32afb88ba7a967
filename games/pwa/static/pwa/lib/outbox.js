// Sends the moves and plans that wait, in order, from pages and the service worker.
//
// A move is off the list only when the site's own answer says what became of it. Until then it is sent again with the
// same key, which the table answers as it did the first time: however often it arrives, it is played once.
// A plan that arrives again takes its own place.
import { ANSWER_MS, describeFailure, isAway, readRetryAfter } from "../../site/lib/trouble.js";
import { getFact, giveLease, isMoveOf, listMoves, markRefused, markSent, setFact, takeLease, tellPages } from "./database.js";
import { setReader } from "./reader.js";
import { fetchSession, readJson } from "./session.js";

/** Nobody asks again before a proxy wants to be asked, pages and the service worker alike.
 * @param {import("../../site/lib/trouble.js").Trouble | null} trouble
 * @param {string | null} [retry] its Retry-After */
export const noteTrouble = (trouble, retry = null) =>
  setFact("trouble", trouble && { ...trouble, until: Date.now() + readRetryAfter(retry) });

/** @returns {Promise<import("../../site/lib/trouble.js").Trouble & {until?: number}>} */
export const getTrouble = async () => (await getFact("trouble")) || describeFailure();

/** @param {Response} answer */
async function noteAnswer(answer) {
  const retry = answer.headers.get("Retry-After");
  if (isAway(answer.status)) await noteTrouble(describeFailure({ status: answer.status, retry }), retry);
  return answer;
}

export const getWaiting = async () => (await listMoves()).filter((move) => !move.refused);

/** What became of it: nothing is left, somebody else is at it, …
 * @returns {Promise<"empty" | "sent" | "busy" | "signed-out" | "later">} */
export async function sendMoves() {
  if (!(await getWaiting()).length) return "empty";
  if (((await getTrouble()).until || 0) > Date.now()) return "later";
  const by = `${Date.now()} ${Math.random()}`;
  if (!(await takeLease(by))) return "busy";
  try {
    return await sendUnderLease(by);
  } catch (problem) {
    const name = problem instanceof Error || problem instanceof DOMException ? problem.name : "";
    const isLate = ["TimeoutError", "AbortError"].includes(name);
    if (!isLate && !(problem instanceof TypeError)) throw problem;
    await noteTrouble(describeFailure({ afterMs: isLate ? ANSWER_MS : 0 }));
    return "later"; // no answer
  } finally {
    await giveLease(by).catch(() => {}); // it ends by itself
  }
}

/** @param {string} by */
async function sendUnderLease(by) {
  const session = await readJson(await noteAnswer(await fetchSession()));
  if (!session) return "later";
  await noteTrouble(null);
  if (!session.person || !session.keeps) await setReader("none");
  for (const move of (await getWaiting()).filter(isMoveOf(session.person))) {
    if (!(await takeLease(by))) return "busy";
    if (!(await sendMove(move, session.token))) return "later";
  }
  return session.person ? "sent" : "signed-out";
}

/** Whether the site has said what became of it.
 * @param {import("./database.js").Move} move
 * @param {string} token */
async function sendMove(move, token) {
  const body = new URLSearchParams(move.fields);
  body.set("person", move.person);
  const headers = { Accept: "application/json", "X-CSRFToken": token };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await noteAnswer(await fetch(move.address, { method: "POST", headers, body, redirect: "manual", signal }));
  const result = isAway(answer.status) ? null : await readJson(answer);
  if (!result || answer.status === 401 || result.code === "somebody-else") return false; // a proxy, or another log-in
  if (answer.ok) await markSent(move, result);
  else await markRefused(move, result.sentence);
  tellPages({ table: move.table, what: answer.ok ? "sent" : "refused" });
  return true;
}
