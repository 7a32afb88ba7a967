// What a device keeps besides pages, in IndexedDB: moves that wait to be sent, receipts of those that were, and a few
// facts. Pages and the service worker share it; nothing here knows which of them it runs in.
"use strict";

// moves     {n, person, table, address, asked, fields: [[name, value]], says, at, refused: ""}, sent in the order of n;
//           for a plan there is its type in `plan`, and no `asked`
// receipts  {n, person, table, seq, digest, says, at}
// facts     by name: "reader" {person, language}, "left" person, "sending" {by, until}
const STORES = { moves: "n", receipts: "n", facts: null };

function storeOpened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("tefuda", 1);
    request.onupgradeneeded = () => {
      for (const [name, key] of Object.entries(STORES)) {
        request.result.createObjectStore(name, key ? { keyPath: key, autoIncrement: true } : undefined);
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// One transaction: `work` gets its stores and may give back a request, whose result is the answer. Settled only when it
// is on the disk; without room for it (QuotaExceededError) nothing of it is kept.
async function stored(names, mode, work) {
  const store = await storeOpened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = store.transaction(names, mode, { durability: "strict" });
      const request = work(...names.map((name) => transaction.objectStore(name)));
      transaction.oncomplete = () => resolve(request && request.result);
      transaction.onabort = () => reject(transaction.error || new DOMException("aborted", "AbortError"));
    });
  } finally {
    store.close();
  }
}

const fact = (name) => stored(["facts"], "readonly", (facts) => facts.get(name));
const factSet = (name, value) => stored(["facts"], "readwrite", (facts) => void facts.put(value, name));

// Whose pages may be shown without a connection: a person's id, or "none".
async function readerNoted(person, language) {
  const before = await fact("reader");
  await factSet("reader", { person, language: language || (before && before.language) });
}

// --- Moves

const isMoveOf = (person, table) => (move) => move.person === person && (!table || move.table === table);

// All that wait or were refused: of everybody, of one person, or of one person at one table.
async function movesKept(person, table) {
  const moves = await stored(["moves"], "readonly", (store) => store.getAll());
  return person ? moves.filter(isMoveOf(person, table)) : moves;
}

const moveAdded = (move) => stored(["moves"], "readwrite", (moves) => moves.add({ ...move, refused: "" }));
const moveDropped = (n) => stored(["moves"], "readwrite", (moves) => void moves.delete(n));
const moveRefused = (move, why) => stored(["moves"], "readwrite", (moves) => void moves.put({ ...move, refused: why }));

// Off the list and its receipt noted, both or neither. A plan has none: nothing of it is in the log.
function moveSent(move, { seq, digest }) {
  const { person, table, says } = move;
  return stored(["moves", "receipts"], "readwrite", (moves, receipts) => {
    moves.delete(move.n);
    if (digest) receipts.add({ person, table, says, seq, digest, at: Date.now() });
  });
}

async function movesForgotten(person) {
  for (const move of await movesKept(person)) await moveDropped(move.n);
}

const receiptsKept = () => stored(["receipts"], "readonly", (store) => store.getAll());

// --- Who sends: one page or worker at a time, so that the order holds. navigator.locks is not there on plain HTTP.

const LEASE_MS = 20000;

// Whether it is ours now, or still. Somebody who was closed meanwhile keeps it no longer than LEASE_MS.
async function leaseTaken(by) {
  let ours = false;
  await stored(["facts"], "readwrite", (facts) => {
    const asked = facts.get("sending");
    asked.onsuccess = () => {
      const { by: whose, until } = asked.result || {};
      const held = until > Date.now() && until <= Date.now() + LEASE_MS; // a clock may have been set back
      ours = whose === by || !held;
      if (ours) facts.put({ by, until: Date.now() + LEASE_MS }, "sending");
    };
  });
  return ours;
}

function leaseGiven(by) {
  return stored(["facts"], "readwrite", (facts) => {
    const asked = facts.get("sending");
    asked.onsuccess = () => asked.result && asked.result.by === by && facts.delete("sending");
  });
}

// --- Telling all open pages, this one too

function toldAll(news) {
  if (!self.BroadcastChannel) return;
  const channel = new BroadcastChannel("tefuda");
  channel.postMessage(news);
  channel.close();
}
