// The site's own Python, in a worker of the browser: opened once, then asked one thing after the other.

const steps = {
  async open({ runtime, zip, language, pictures }) {
    const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
    const [python, packed] = await Promise.all([loadPyodide({ indexURL: runtime }), fetch(zip)]);
    if (!packed.ok) throw new Error(`${packed.status} ${zip}`);
    python.unpackArchive(await packed.arrayBuffer(), "zip");
    steps.door = python.pyimport("games.practice.worker_api");
    steps.door.open_api(language, JSON.stringify(pictures));
    return "{}";
  },
  ask: (question) => steps.door.handle_request(JSON.stringify(question)),
};

addEventListener("message", async ({ data: { id, step, about } }) => {
  try {
    postMessage({ id, answer: JSON.parse(await steps[step](about)) });
  } catch (problem) {
    postMessage({ id, problem: String(problem) });
  }
});
