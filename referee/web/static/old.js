// Says that this browser is too old for the pages: it knows no modules, or fails at one before anything is drawn.
// This file alone is written for such browsers.

function old() {
  var said = document.querySelector(".old");
  if (said) said.removeAttribute("hidden");
}
window.addEventListener("error", old);
if (!("noModule" in HTMLScriptElement.prototype)) window.addEventListener("load", old);
