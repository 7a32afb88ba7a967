// The device knows its time zone: it is chosen beforehand for whoever has not said anything yet.
"use strict";

{
  const zones = document.querySelector("select[data-here]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zones && [...zones.options].some((option) => option.value === here)) zones.value = here;
}
