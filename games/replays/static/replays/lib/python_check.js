// Has verify_record.py itself run, by a worker in which the browser's own Python is started (games/pwa/practice).

const START_MS = 180000; // some MB may come over a slow line

/** Nothing is known of the record. */
export class PythonUnavailable extends Error {}

/** For the next check, too; until something goes wrong.
 * @type {Worker | null} */
let worker = null;

/** @typedef {{agrees: boolean, printed: string, sha256: string}} Result */

/** @param {{worker: string, runtime: string, checker: string}} addresses
 * @param {string} record
 * @param {string[]} kept its arguments
 * @param {() => void} started called when Python is there
 * @returns {Promise<Result>} */
export function checkByPython({ worker: address, ...files }, record, kept, started) {
  return new Promise((resolve, reject) => {
    let isStarted = false;
    const fail = (/** @type {string} */ why) => {
      clearTimeout(late);
      worker?.terminate();
      worker = null;
      reject(isStarted ? new Error(why) : new PythonUnavailable(why));
    };
    const late = setTimeout(fail, START_MS, "time-out");
    try {
      worker ||= new Worker(address, { type: "module" });
    } catch (problem) {
      return fail(String(problem));
    }
    worker.onerror = ({ message }) => fail(message || "the worker’s script could not be loaded");
    worker.onmessage = ({ data }) => {
      if (data.problem) return fail(data.problem);
      if (!data.started) return resolve(data);
      isStarted = true;
      clearTimeout(late);
      started();
    };
    worker.postMessage({ ...files, record, kept });
  });
}
