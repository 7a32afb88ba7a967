// Sends the moves and plans that wait, in order. Runs in pages and in the service worker; comes after idb.js.
//
// A move is off the list only when the site's own answer says what became of it. Until then it is sent again with the
// same key, which the table answers as it did the first time: however often it arrives, it is played once.
// A plan that arrives again takes its own place.
"use strict";

const SEND_MS = 12000; // for an answer; less than a lease
const HELLO = self.document ? document.body.dataset.hello : SITE.hello;
const WAIT_MOST_MS = 10 * 60 * 1000; // however long a proxy wants us to wait

// --- Why there is no answer, as far as it can be known: {why, n}, which `troubleSaid` puts into words

const isAway = (status) => [502, 503, 504].includes(status); // a proxy stands before a site that is down

function troubleOf({ status = 0, retry = null, afterMs = 0 } = {}) {
  if (status === 503) return { why: "restarting", n: Math.ceil(retryMs(retry) / 1000) };
  if (status) return { why: "proxy", n: status };
  if (afterMs) return { why: "slow", n: Math.round(afterMs / 1000) };
  return { why: navigator.onLine === false ? "offline" : "unreachable", n: 0 };
}

// What Retry-After asks for, in seconds or as a date; 0 for nothing that means anything.
function retryMs(retry) {
  const ms = /^\d+$/.test(retry || "") ? Number(retry) * 1000 : Date.parse(retry || "") - Date.now();
  return ms > 0 ? Math.min(ms, WAIT_MOST_MS) : 0;
}

// Nobody asks again before a proxy wants to be asked: `until`, for pages and the service worker alike.
async function troubleNoted(trouble, retry) {
  await factSet("trouble", trouble && { ...trouble, until: Date.now() + retryMs(retry) });
}

async function answerNoted(answer) {
  const retry = answer.headers.get("Retry-After");
  if (isAway(answer.status)) await troubleNoted(troubleOf({ status: answer.status, retry }), retry);
  return answer;
}

const waitsUntil = async () => ((await fact("trouble")) || {}).until || 0;

// --- Sending

// What became of it: "empty", "sent" (nothing is left), "busy" (somebody else is at it), "signed-out", "later".
async function movesSent() {
  if (!(await movesKept()).some((move) => !move.refused)) return "empty";
  if ((await waitsUntil()) > Date.now()) return "later";
  const by = `${Date.now()} ${Math.random()}`;
  if (!(await leaseTaken(by))) return "busy";
  try {
    const hello = await asJson(await answerNoted(await fetch(HELLO, { cache: "no-store", signal: inTime() })));
    if (!hello) return "later";
    await troubleNoted(null);
    if (!hello.person || !hello.keeps) await readerNoted("none");
    const waiting = (await movesKept()).filter((move) => !move.refused);
    for (const move of waiting.filter(isMoveOf(hello.person))) {
      if (!(await leaseTaken(by))) return "busy";
      if (!(await moveTried(move, hello.token))) return "later";
    }
    return hello.person ? "sent" : "signed-out";
  } catch (problem) {
    const isLate = ["TimeoutError", "AbortError"].includes(problem.name);
    if (!isLate && !(problem instanceof TypeError)) throw problem;
    await troubleNoted(troubleOf({ afterMs: isLate ? SEND_MS : 0 }));
    return "later"; // no answer
  } finally {
    await leaseGiven(by).catch(() => {}); // it ends by itself
  }
}

// Whether the site has said what became of it.
async function moveTried(move, token) {
  const body = new URLSearchParams(move.fields);
  body.set("person", move.person);
  const headers = { Accept: "application/json", "X-CSRFToken": token };
  const answer = await fetch(move.address, { method: "POST", headers, body, redirect: "manual", signal: inTime() });
  await answerNoted(answer);
  const told = isAway(answer.status) ? null : await asJson(answer);
  if (!told || answer.status === 401 || told.code === "somebody-else") return false; // a proxy, or another log-in
  if (answer.ok) await moveSent(move, told);
  else await moveRefused(move, told.sentence);
  toldAll({ table: move.table, what: answer.ok ? "sent" : "refused" });
  return true;
}

function inTime() {
  const giver = new AbortController(); // AbortSignal.timeout is too young for some phones
  setTimeout(() => giver.abort(), SEND_MS);
  return giver.signal;
}

// Null for what is not from the site itself, as from a proxy or a network that wants a log-in of its own.
async function asJson(answer) {
  if (!/^application\/json/.test(answer.headers.get("Content-Type") || "")) return null;
  try {
    return await answer.json();
  } catch {
    return null;
  }
}
