// What a device keeps besides pages, in IndexedDB: moves that wait to be sent, receipts of those that were, and a few
// facts. Pages and the service worker share it; nothing here knows which of them it runs in.
"use strict";

// moves     {n, person, table, address, asked, fields: [[name, value]], says, at, refused: ""}, sent in the order of n;
//           for a plan there is its type in `plan`, and no `asked`
// receipts  {n, person, table, game, seq, digest, says, at}: what the log had reached when the site showed it, at that time
//           of this device; and {n, person, table, game, line, at}: a line of the log of all tables (transparency-log.txt) as it
//           stood then. `n` is made of what is in it, so that nothing is kept twice.
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

// Whose pages may be shown without a connection: a person's id, or "none". Those of others are hidden at once, and gone
// as soon as the site itself says that their log-in is over.
async function readerNoted(person, language) {
  const before = await fact("reader");
  await factSet("reader", { person, language: language || (before && before.language) });
  await othersForgotten(person).catch(() => {}); // no connection: at the next page
}

const PERSONAL = /^tefuda-(pages|replays|pieces)-1-/; // page-cache.js

// A page may be older than the log-in, as what the back button brings, or have come without its cookie from a form on
// another site. So nothing goes before the site has been asked.
async function othersForgotten(person) {
  const others = async (one) => (await caches.keys()).filter((name) => PERSONAL.test(name) && !name.endsWith(`-1-${one}`));
  if (!self.caches || !(await others(person)).length) return;
  const hello = await asJson(await fetch(HELLO, { cache: "no-store", signal: inTime() }));
  if (!hello) return; // a proxy, or a network that wants a log-in of its own
  const reader = hello.person && hello.keeps ? hello.person : "none";
  for (const name of await others(reader)) await caches.delete(name);
  if (reader !== person) await factSet("reader", { ...(await fact("reader")), person: reader });
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
    if (digest) receiptPut(receipts, { person, table, says, seq, digest, at: Date.now() });
  });
}

async function movesForgotten(person) {
  for (const move of await movesKept(person)) await moveDropped(move.n);
}

// --- Receipts

const RECEIPTS_MOST = 20000; // some MB; more than any match has by far

// As they were first noted.
function receiptPut(receipts, receipt) {
  const n = `${receipt.person} ${receipt.table} ${receipt.digest || receipt.line}`;
  const asked = receipts.get(n);
  asked.onsuccess = () => receipts.put({ ...receipt, ...asked.result, says: receipt.says || asked.result?.says || "", n });
}

// No room: nothing is lost but they.
function receiptsAdded(rows) {
  const put = (receipts) => rows.forEach((row) => receiptPut(receipts, row));
  return stored(["receipts"], "readwrite", put).catch(() => {});
}

// A table's lines of the log of all tables, as they stand now. How many there are.
async function chainLinesFetched(address, table, game) {
  const answer = await fetch(address);
  if (!answer.ok) return 0;
  const found = (await answer.text()).split("\n").filter(Boolean);
  await receiptsAdded(found.map((line) => ({ person: me, table, game, line, at: Date.now() })));
  return found.length;
}

// A person's, of one table or of all: the digests in order, and the lines of the log of all tables.
async function receiptsKept(person, table) {
  const all = await stored(["receipts"], "readonly", (store) => store.getAll());
  const rows = all.filter((row) => row.person === person && (!table || row.table === table));
  const digests = rows.filter((row) => row.digest).sort((a, b) => a.seq - b.seq || a.at - b.at);
  return { digests, lines: rows.filter((row) => row.line) };
}

async function receiptsForgotten(person) {
  await stored(["receipts"], "readwrite", (receipts) => {
    const asked = receipts.getAll();
    asked.onsuccess = () => asked.result.filter((row) => row.person === person).forEach((row) => receipts.delete(row.n));
  });
}

// The matches that were longest not looked at make room, whosever they are.
async function receiptsTrimmed(most = RECEIPTS_MOST) {
  await stored(["receipts"], "readwrite", (receipts) => {
    const asked = receipts.getAll();
    asked.onsuccess = () => oldestMatches(asked.result, most).forEach((row) => receipts.delete(row.n));
  });
}

function oldestMatches(rows, most) {
  const matches = new Map();
  for (const row of rows) {
    const key = `${row.person} ${row.table}`;
    matches.set(key, [...(matches.get(key) || []), row]);
  }
  const latest = (match) => match.reduce((at, row) => Math.max(at, row.at), 0);
  const oldest = Array.from(matches.values()).sort((a, b) => latest(a) - latest(b));
  const gone = [];
  for (let left = rows.length; left > most && oldest.length > 1; left -= gone.at(-1).length) gone.push(oldest.shift());
  return gone.flat();
}

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
