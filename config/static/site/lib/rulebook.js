// A section of the rules out of what was fetched: the section by itself or, without a connection, the whole rulebook
// that the device keeps (games/pwa/static/pwa/service_worker.js).

/** Its heading and what stands below it, as games/tables/views/home.py answers. Throws where there is no such section.
 * @param {string} html
 * @param {string} id of the heading in the rulebook */
export function readSection(html, id) {
  const page = new DOMParser().parseFromString(html, "text/html");
  return page.getElementById("rule-title") ? [...page.body.children] : cutSection(page, id);
}

/** @param {Document} page
 * @param {string} id */
function cutSection(page, id) {
  const heading = page.getElementById(id);
  const start = heading?.parentElement;
  if (!heading || !start) throw new Error(`no section ${id}`);
  const title = page.createElement("h2");
  title.id = "rule-title";
  title.textContent = heading.textContent;
  const body = page.createElement("div");
  body.className = "prose";
  const ends = heading.tagName === "H2" ? "h2" : "h2, h3"; // a section has those below its heading, too
  for (let next = start.nextElementSibling; next; next = start.nextElementSibling) {
    if (next.matches("details") || next.querySelector(`:scope > :is(${ends})`)) break;
    body.append(next);
  }
  for (const anchor of body.querySelectorAll(".prose__anchor")) anchor.remove();
  for (const named of body.querySelectorAll("[id]")) named.removeAttribute("id"); // the page may have them already
  return [title, body];
}
