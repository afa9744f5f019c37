// When all has been loaded and nothing drawn yet, this browser is too old for the pages' modules. This file alone is
// written for such browsers.
/* eslint no-var: off */

onload = function () {
  var said = document.querySelector(".old");
  if (said) said.removeAttribute("hidden");
};
