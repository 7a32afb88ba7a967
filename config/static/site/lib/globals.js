// For scripts that are still classic ones; goes with the last of them.
import { byId, isTyping, setText } from "./elements.js";
import { isMoveSent, markSent } from "./forms.js";
import { spokenText } from "./announcer.js";
import { describeTrouble, joinSentences, language, toast, words } from "./messages.js";
import { refreshTable } from "./table.js";
import { fullTime, shortTime, setServerTime, showTimes } from "./times.js";

Object.assign(globalThis, {
  byId, setText, isMoveSent, toast, words, language,
  hand: () => document.getElementById("hand"),
  zone: () => document.getElementById("zone"),
  play: document.getElementById("play"),
  refresh: refreshTable,
  spoken: spokenText,
  typing: isTyping,
  hold: markSent,
  troubleSaid: describeTrouble,
  sentences: joinSentences,
  full: fullTime,
  short: shortTime,
  clockSet: setServerTime,
  timesShown: showTimes,
});
