// Runs verify_record.py in the browser's own Python, as a shell would: the file as the site hands it out, the record as its
// standard input, what was kept as its arguments. Answers once: its exit (true for none), what it printed and the SHA-256
// of the file. Where Python can't be started here it says "start". Python is started once, and the file fetched each time.

const RUN = `
import hashlib, io, json, runpy, sys

def ran(path, record, kept):
    printed = io.StringIO()
    sys.argv, sys.stdin, sys.stdout = [path, *kept], io.TextIOWrapper(io.BytesIO(record.encode()), "utf-8"), printed
    code = None
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as left:
        code = left.code
    if isinstance(code, str):
        printed.write(code)
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    return json.dumps([code in (None, 0), printed.getvalue().strip(), digest])

ran`;

const FILE = "verify_record.py"; // in its own file system
/** @type {Promise<any> | null} */
let starting = null;

/** @param {string} runtime */
async function loadPython(runtime) {
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  return loadPyodide({ indexURL: runtime });
}

/** @param {string} runtime
 * @param {string} checker */
async function start(runtime, checker) {
  starting ||= loadPython(runtime);
  const [python, answer] = await Promise.all([starting, fetch(checker)]);
  if (!answer.ok) throw new Error(`${answer.status} ${checker}`);
  python.FS.writeFile(FILE, new Uint8Array(await answer.arrayBuffer()));
  return python;
}

addEventListener("message", async ({ data: { runtime, checker, record, kept } }) => {
  let python;
  try {
    python = await start(runtime, checker);
  } catch (problem) {
    return postMessage({ problem: String(problem), at: "start" });
  }
  postMessage({ started: true });
  try {
    const [agrees, printed, sha256] = JSON.parse(python.runPython(RUN)(FILE, record, kept));
    postMessage({ agrees, printed, sha256 });
  } catch (problem) {
    postMessage({ problem: String(problem), at: "run" });
  }
});
