// The site's own Python, in a worker of the browser: opened once, then asked one thing after the other.

/** games/practice/worker_api.py
 * @type {{open_api(language: string, pictures: string): void, handle_request(question: string): string}} */
let api;

/** @param {{runtime: string, zip: string, language: string, pictures: object}} plan */
async function open({ runtime, zip, language, pictures }) {
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const [python, packed] = await Promise.all([loadPyodide({ indexURL: runtime }), fetch(zip)]);
  if (!packed.ok) throw new Error(`${packed.status} ${zip}`);
  python.unpackArchive(await packed.arrayBuffer(), "zip");
  api = python.pyimport("games.practice.worker_api");
  api.open_api(language, JSON.stringify(pictures));
  return {};
}

addEventListener("message", async ({ data: { id, step, about } }) => {
  try {
    postMessage({ id, answer: step === "open" ? await open(about) : JSON.parse(api.handle_request(JSON.stringify(about))) });
  } catch (problem) {
    postMessage({ id, problem: String(problem) });
  }
});
