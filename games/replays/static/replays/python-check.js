// Has verify_record.py itself run, by a worker in which the browser's own Python is started (games/practice). Comes before
// verify-page.js.
"use strict";

const START_MS = 180000; // some MB may come over a slow line

class PythonUnavailable extends Error {} // nothing is known of the record

let pythonWorker = null; // for the next check, too; until something goes wrong

// {agrees, printed, sha256}. `plan` is where worker, runtime and program are; `started` is called when Python is there.
function pythonChecked(plan, record, kept, started) {
  return new Promise((resolve, reject) => {
    let isStarted = false;
    const failed = (why) => {
      clearTimeout(late);
      pythonWorker?.terminate();
      pythonWorker = null;
      reject(isStarted ? new Error(why) : new PythonUnavailable(why));
    };
    const late = setTimeout(failed, START_MS, "time-out");
    try {
      pythonWorker ||= new Worker(plan.worker, { type: "module" });
    } catch (problem) {
      return failed(String(problem));
    }
    pythonWorker.onerror = ({ message }) => failed(message || "the worker’s script could not be loaded");
    pythonWorker.onmessage = ({ data }) => {
      if (data.problem) return failed(data.problem);
      if (!data.started) return resolve(data);
      isStarted = true;
      clearTimeout(late);
      started();
    };
    pythonWorker.postMessage({ runtime: plan.runtime, checker: plan.checker, record, kept });
  });
}
