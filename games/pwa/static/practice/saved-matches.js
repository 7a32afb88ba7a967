// The practice matches that this device keeps, in its own database: setup and decisions, from which all else follows.
"use strict";

const shelf = {
  STORE: "matches",

  open() {
    return new Promise((resolve, reject) => {
      const asked = indexedDB.open("tefuda-practice", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(shelf.STORE, { keyPath: "id" });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  },

  // One transaction; resolves once it is written.
  async run(mode, work) {
    const base = await shelf.open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = base.transaction(shelf.STORE, mode);
        const asked = work(transaction.objectStore(shelf.STORE));
        transaction.oncomplete = () => resolve(asked.result);
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      });
    } finally {
      base.close();
    }
  },

  put: (match) => shelf.run("readwrite", (store) => store.put(match)),
  get: (id) => shelf.run("readonly", (store) => store.get(id)),
  remove: (id) => shelf.run("readwrite", (store) => store.delete(id)),

  // The newest first.
  async all() {
    const found = await shelf.run("readonly", (store) => store.getAll());
    return found.sort((one, other) => other.at - one.at);
  },
};
