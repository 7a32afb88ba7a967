// Sends the moves and plans that wait, in order. Runs in pages and in the service worker; comes after store.js.
//
// A move is off the list only when the site's own answer says what became of it. Until then it is sent again with the
// same key, which the table answers as it did the first time: however often it arrives, it is played once.
// A plan that arrives again takes its own place.
"use strict";

const SEND_MS = 12000; // for an answer; less than a lease
const HELLO = "/offline/hello/";

// What became of it: "empty", "sent" (nothing is left), "busy" (somebody else is at it), "signed-out", "later".
async function movesSent() {
  if (!(await movesKept()).some((move) => !move.refused)) return "empty";
  const by = `${Date.now()} ${Math.random()}`;
  if (!(await leaseTaken(by))) return "busy";
  try {
    const hello = await asJson(await fetch(HELLO, { cache: "no-store", signal: inTime() }));
    if (!hello) return "later";
    if (!hello.person || !hello.keeps) await readerNoted("none");
    const waiting = (await movesKept()).filter((move) => !move.refused);
    for (const move of waiting.filter(isMoveOf(hello.person))) {
      if (!(await leaseTaken(by))) return "busy";
      if (!(await moveTried(move, hello.token))) return "later";
    }
    return hello.person ? "sent" : "signed-out";
  } catch (problem) {
    if (problem instanceof TypeError || ["TimeoutError", "AbortError"].includes(problem.name)) return "later"; // no answer
    throw problem;
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
  const told = await asJson(answer);
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
