// The practice matches that this device keeps, in its own database: setup and decisions, from which all else follows.

/** @typedef {{game: string, title: string, seats: number, level: string, outcome?: string}} PracticeRecord */
/** @typedef {{id: string, at: number, name: string, record: PracticeRecord}} Match */

const STORE = "matches";

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("tefuda-practice", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** One transaction; resolves once it is written.
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} work
 * @returns {Promise<any>} */
async function transact(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** @param {Match} match */
export const saveMatch = (match) => transact("readwrite", (store) => store.put(match));

/** @param {string} id
 * @returns {Promise<Match>} */
export const getMatch = (id) => transact("readonly", (store) => store.get(id));

/** @param {string} id */
export const deleteMatch = (id) => transact("readwrite", (store) => store.delete(id));

/** The newest first.
 * @returns {Promise<Match[]>} */
export async function listMatches() {
  /** @type {Match[]} */
  const matches = await transact("readonly", (store) => store.getAll());
  return matches.sort((one, other) => other.at - one.at);
}
