// What a device keeps besides pages, in IndexedDB: moves that wait to be sent, receipts of those that were, and a few
// facts. Pages and the service worker share it.

/** They are sent in the order of `n`; for a plan there is its type in `plan`, and no `asked`.
 * @typedef {object} Move
 * @property {number} n
 * @property {string} person
 * @property {string} table
 * @property {string} address
 * @property {string} [asked] the question
 * @property {string} [plan]
 * @property {[string, string][]} fields
 * @property {string} says in words
 * @property {number} at
 * @property {string} refused why, or "" */

/** What the log had reached when the site showed it, at that time of this device; or a line of the log of all tables
 * (transparency-log.txt) as it stood then. `n` is made of what is in it, so that nothing is kept twice.
 * @typedef {object} Receipt
 * @property {string} [n]
 * @property {string} person
 * @property {string} table
 * @property {string} [game]
 * @property {string} [says]
 * @property {number} at
 * @property {number} seq
 * @property {string} digest
 * @property {string} line */

/** @typedef {Omit<Receipt, "seq" | "digest" | "line"> & Partial<Receipt>} NewReceipt */

/** Facts by name: "reader" {person, language}, "left" person, "sending" {by, until}, "trouble" {why, n, until}.
 * @type {Record<string, string | null>} */
const STORES = { moves: "n", receipts: "n", facts: null };

/** @returns {Promise<IDBDatabase>} */
function open() {
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

// WebKit's store falls silent now and then: a transaction neither ends nor fails, nor does any that comes after it.
const SILENT_MS = 5000;
const ASKED_AGAIN_MS = 60000; // it may only have been slow, and moves wait here to be sent
let silentUntil = 0;
const makeSilence = () => new DOMException("The store doesn't answer", "TimeoutError");

/** One transaction: `work` gets its stores and may give back a request, whose result is the answer. Settled only when it
 * is on the disk; without room for it (QuotaExceededError), or an answer (TimeoutError), nothing of it is kept.
 * @param {string[]} names
 * @param {IDBTransactionMode} mode
 * @param {(...stores: IDBObjectStore[]) => IDBRequest | void} work
 * @returns {Promise<any>} */
async function transact(names, mode, work) {
  if (Date.now() < silentUntil) throw makeSilence();
  const database = await within(SILENT_MS, open(), () => {});
  const transaction = database.transaction(names, mode, { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    const request = work(...names.map((name) => transaction.objectStore(name)));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = () => reject(transaction.error || new DOMException("aborted", "AbortError"));
  });
  try {
    return await within(SILENT_MS, done, () => abort(transaction));
  } finally {
    database.close();
  }
}

/** Nothing of it is kept, unless it has just finished.
 * @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch (problem) {
    if (/** @type {DOMException} */ (problem).name !== "InvalidStateError") throw problem;
  }
}

/** What has been promised, or a TimeoutError after so long; then the store is left alone for a minute.
 * @template T
 * @param {number} ms
 * @param {Promise<T>} promised
 * @param {() => void} giveUp
 * @returns {Promise<T>} */
function within(ms, promised, giveUp) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      silentUntil = Date.now() + ASKED_AGAIN_MS;
      reject(makeSilence());
      giveUp();
    }, ms);
    promised.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {string} name */
export const getFact = (name) => transact(["facts"], "readonly", (facts) => facts.get(name));

/** @param {string} name
 * @param {unknown} value
 * @returns {Promise<void>} */
export const setFact = (name, value) => transact(["facts"], "readwrite", (facts) => void facts.put(value, name));

// --- Moves

/** @param {string} person
 * @param {string} [table] */
export const isMoveOf = (person, table) => (/** @type {Move} */ move) => move.person === person && (!table || move.table === table);

/** All that wait or were refused: of everybody, or of one person.
 * @param {string} [person]
 * @returns {Promise<Move[]>} */
export async function listMoves(person) {
  const moves = await transact(["moves"], "readonly", (store) => store.getAll());
  return person ? moves.filter(isMoveOf(person)) : moves;
}

/** @param {Omit<Move, "n" | "refused">} move */
export const addMove = (move) => transact(["moves"], "readwrite", (moves) => moves.add({ ...move, refused: "" }));

/** @param {number} n */
export const dropMove = (n) => transact(["moves"], "readwrite", (moves) => void moves.delete(n));

/** @param {Move} move
 * @param {string} why */
export const markRefused = (move, why) => transact(["moves"], "readwrite", (moves) => void moves.put({ ...move, refused: why }));

/** Off the list and its receipt noted, both or neither. A plan has none: nothing of it is in the log.
 * @param {Move} move
 * @param {{seq: number, digest?: string}} answer */
export function markSent({ n, person, table, says }, { seq, digest }) {
  return transact(["moves", "receipts"], "readwrite", (moves, receipts) => {
    moves.delete(n);
    if (digest) putReceipt(receipts, { person, table, says, seq, digest, at: Date.now() });
  });
}

/** @param {string} person */
export async function forgetMoves(person) {
  for (const move of await listMoves(person)) await dropMove(move.n);
}

// --- Receipts

export const RECEIPTS_MOST = 20000; // some MB; more than any match has by far

/** As it was first noted.
 * @param {IDBObjectStore} receipts
 * @param {NewReceipt} receipt */
function putReceipt(receipts, receipt) {
  const n = `${receipt.person} ${receipt.table} ${receipt.digest || receipt.line}`;
  const asked = receipts.get(n);
  asked.onsuccess = () => receipts.put({ ...receipt, ...asked.result, says: receipt.says || asked.result?.says || "", n });
}

/** No room: nothing is lost but they.
 * @param {NewReceipt[]} rows */
export function addReceipts(rows) {
  return transact(["receipts"], "readwrite", (receipts) => rows.forEach((row) => putReceipt(receipts, row))).catch(() => {});
}

/** A person's, of one table or of all: the digests in order, and the lines of the log of all tables.
 * @param {string} person
 * @param {string} [table] */
export async function listReceipts(person, table) {
  /** @type {Receipt[]} */
  const all = await transact(["receipts"], "readonly", (store) => store.getAll());
  const rows = all.filter((row) => row.person === person && (!table || row.table === table));
  const digests = rows.filter((row) => row.digest).sort((a, b) => a.seq - b.seq || a.at - b.at);
  return { digests, lines: rows.filter((row) => row.line) };
}

/** @param {(rows: (Receipt & {n: string})[]) => (Receipt & {n: string})[]} choose
 * @returns {Promise<void>} */
function deleteReceipts(choose) {
  return transact(["receipts"], "readwrite", (receipts) => {
    const asked = receipts.getAll();
    asked.onsuccess = () => choose(asked.result).forEach((row) => receipts.delete(row.n));
  });
}

/** @param {string} person */
export const forgetReceipts = (person) => deleteReceipts((rows) => rows.filter((row) => row.person === person));

/** The matches that were longest not looked at make room, whosever they are. The latest stays, however long it is. */
export const trimReceipts = (most = RECEIPTS_MOST) => deleteReceipts((rows) => listOldestMatches(rows, most));

/** @template {Receipt} R
 * @param {R[]} rows
 * @param {number} most
 * @returns {R[]} */
function listOldestMatches(rows, most) {
  /** @type {Map<string, R[]>} */
  const matches = new Map();
  for (const row of rows) {
    const key = `${row.person} ${row.table}`;
    matches.set(key, [...(matches.get(key) || []), row]);
  }
  const latest = (/** @type {R[]} */ match) => match.reduce((at, row) => Math.max(at, row.at), 0);
  const oldest = Array.from(matches.values()).sort((a, b) => latest(a) - latest(b));
  /** @type {R[]} */
  const gone = [];
  while (rows.length - gone.length > most && oldest.length > 1) gone.push(.../** @type {R[]} */ (oldest.shift()));
  return gone;
}

// --- Who sends: one page or worker at a time, so that the order holds. navigator.locks is not there on plain HTTP.

export const LEASE_MS = 20000;

/** Whether it is ours now, or still. Somebody who was closed meanwhile keeps it no longer than LEASE_MS.
 * @param {string} by */
export async function takeLease(by) {
  let isOurs = false;
  await transact(["facts"], "readwrite", (facts) => {
    const asked = facts.get("sending");
    asked.onsuccess = () => {
      const { by: whose, until } = asked.result || {};
      const isHeld = until > Date.now() && until <= Date.now() + LEASE_MS; // a clock may have been set back
      isOurs = whose === by || !isHeld;
      if (isOurs) facts.put({ by, until: Date.now() + LEASE_MS }, "sending");
    };
  });
  return isOurs;
}

/** @param {string} by */
export function giveLease(by) {
  return transact(["facts"], "readwrite", (facts) => {
    const asked = facts.get("sending");
    asked.onsuccess = () => asked.result?.by === by && facts.delete("sending");
  });
}

// --- News for all open pages, this one too: {table, what} of a move, {left} of a person who has logged out

/** @typedef {{table?: string, what?: "kept" | "sent" | "refused" | "withdrawn", left?: string}} News */

/** @param {News} news */
export function tellPages(news) {
  const channel = new BroadcastChannel("tefuda");
  channel.postMessage(news);
  channel.close();
}

/** @param {(news: News) => void} heard
 * @returns {BroadcastChannel} to be closed */
export function hearNews(heard) {
  const channel = new BroadcastChannel("tefuda");
  channel.addEventListener("message", ({ data }) => heard(data));
  return channel;
}
