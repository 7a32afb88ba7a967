// Whose pages may be shown without a connection: a person's id, or "none". Those of others are hidden at once, and gone as
// soon as the site itself says that their log-in is over.
import { getFact, setFact } from "./database.js";
import { getSession } from "./session.js";

const PERSONAL = /^tefuda-(pages|replays|pieces)-1-/; // page_cache.js

/** @returns {Promise<{person?: string, language?: string}>} empty where nothing is known, or nothing may be kept */
export const getReader = async () => (await getFact("reader").catch(() => null)) || {};

/** @param {string} person
 * @param {string | null} [language] */
export async function setReader(person, language) {
  const before = await getFact("reader");
  await setFact("reader", { person, language: language || before?.language });
  await forgetOthers(person).catch(() => {}); // no connection: at the next page
}

/** A page may be older than the log-in, as what the back button brings, or have come without its cookie from a form on
 * another site. So nothing goes before the site has been asked.
 * @param {string} person */
async function forgetOthers(person) {
  if (!self.caches || !(await listCachesOfOthers(person)).length) return;
  const session = await getSession();
  if (!session) return; // a proxy, or a network that wants a log-in of its own
  const reader = session.person && session.keeps ? session.person : "none";
  for (const name of await listCachesOfOthers(reader)) await caches.delete(name);
  if (reader !== person) await setFact("reader", { ...(await getFact("reader")), person: reader });
}

/** @param {string} person */
async function listCachesOfOthers(person) {
  return (await caches.keys()).filter((name) => PERSONAL.test(name) && !name.endsWith(`-1-${person}`));
}
