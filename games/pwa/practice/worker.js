// The site's own Python, in a worker of the browser: opened once, then asked one thing after the other.

/** games/practice/worker_api.py, with what games/replays/standalone/record_viewer.py adds to it
 * @type {{open_api(language: string, pictures: string, rules: string): void, handle_request(question: string): string}} */
let api;
/** @type {{unpackArchive(packed: ArrayBuffer, format: string): void, pyimport(name: string): any}} */
let python;

/** @param {{runtime: string, zip: string, language: string, pictures: object, rules: object}} plan */
async function open({ runtime, zip, language, pictures, rules }) {
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const [loaded, packed] = await Promise.all([loadPyodide({ indexURL: runtime }), fetch(zip)]);
  python = loaded;
  if (!packed.ok) throw new Error(`${packed.status} ${zip}`);
  python.unpackArchive(await packed.arrayBuffer(), "zip");
  api = python.pyimport("games.replays.standalone.record_viewer");
  api.open_api(language, JSON.stringify(pictures), JSON.stringify(rules));
  return {};
}

/** Another zip with files of the games.
 * @param {{packed: ArrayBuffer}} about */
function unpack({ packed }) {
  python.unpackArchive(packed, "zip");
  return {};
}

/** @param {string} step
 * @param {any} about */
function answer(step, about) {
  if (step === "open") return open(about);
  if (step === "unpack") return unpack(about);
  return JSON.parse(api.handle_request(JSON.stringify(about)));
}

addEventListener("message", async ({ data: { id, step, about } }) => {
  try {
    postMessage({ id, answer: await answer(step, about) });
  } catch (problem) {
    postMessage({ id, problem: String(problem) });
  }
});
