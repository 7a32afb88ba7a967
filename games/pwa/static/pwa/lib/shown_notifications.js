// Notifications that this device still shows: closed once their table or the list of them is opened here, and when their
// person has left.
import { me } from "./page.js";

/** Close the notifications that this page answers, and those for someone else. */
export function closeSeen() {
  const { pathname } = location;
  const table = document.getElementById("play")?.dataset.table;
  const bell = document.querySelector("a#bell");
  const list = bell instanceof HTMLAnchorElement ? bell.pathname : "";
  return close(({ tag, data }) => {
    if (data?.person && data.person !== me) return true;
    return pathname === list || tag === table || data?.path === pathname;
  });
}

export function closeAll() {
  return close(() => true);
}

/** @param {(shown: Notification) => boolean} isDone */
async function close(isDone) {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications?.()) || []) if (isDone(shown)) shown.close();
}
