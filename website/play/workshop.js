// The editor of "Adding a game": the guide's own game, changed and played at once. It plays in a page of
// the box inside this one, whose worker gets these files; each time it is another worker.

const PLAY = new URL("./", import.meta.url);
const KEPT = "workshop"; // what was written, until this tab is closed
const place = document.getElementById("workshop");
let guide, files, frame, plays;

place.querySelector("button").addEventListener("click", async (event) => {
  event.target.disabled = true;
  guide = await (await fetch(new URL("toy.json", PLAY))).json();
  files = { ...guide, ...kept() };
  open();
});

function open() {
  place.innerHTML = `
    <p><label>File <select>${Object.keys(guide).map((name) => `<option>${name}</option>`).join("")}</select></label></p>
    <div class="written"><pre aria-hidden="true"></pre><textarea wrap="off" spellcheck="false" autocapitalize="off"
      autocomplete="off" autocorrect="off"></textarea></div>
    <p><button type="button" class="go">Play it</button> <button type="button" class="reset">Reset</button>
      <span role="status"></span></p>
    <div role="alert"></div>
    <div class="played"></div>`;
  const [choice, text] = [find("select"), find("textarea")];
  choice.addEventListener("change", () => show(choice.value));
  text.addEventListener("input", () => { files[choice.value] = text.value; keep(); number(); });
  text.addEventListener("scroll", () => { find("pre").scrollTop = text.scrollTop; });
  text.addEventListener("keydown", indented);
  find(".go").addEventListener("click", play);
  find(".reset").addEventListener("click", reset);
  show(choice.value = Object.keys(guide).find((name) => name.endsWith("/flow.py")));
  choice.focus();
}

function show(name) {
  const text = find("textarea");
  text.value = files[name];
  text.setAttribute("aria-label", name);
  text.scrollTop = text.scrollLeft = 0;
  number();
}

function number() {
  const lines = find("textarea").value.split("\n").length;
  find("pre").textContent = Array.from({ length: lines }, (_, at) => at + 1).join("\n");
}

// A new line begins where the one before began, one step further in after a colon or a bracket. Tab leads on, as everywhere.
function indented(event) {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) play();
  if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
  const { value, selectionStart } = event.target;
  const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
  event.preventDefault();
  document.execCommand("insertText", false, `\n${line.match(/^ */)[0]}${/[:([{]\s*$/.test(line) ? "    " : ""}`); // can be undone
}

function play() {
  tell("Starting …");
  find("[role=alert]").replaceChildren();
  frame?.remove();
  plays = false;
  window.workshop = { files: { ...files }, hear };
  frame = Object.assign(document.createElement("iframe"), { title: "Your game in the box", src: new URL("./?workshop&game=toy#seat", PLAY).href });
  find(".played").append(frame);
}

function reset() {
  if (!window.confirm("Throw away all that you have changed?")) return;
  files = { ...guide };
  keep();
  show(find("select").value);
  frame?.remove();
  find("[role=alert]").replaceChildren();
  tell("It is the guide's game again.");
}

// What the box says: it is on its way, it is up, or why it is not.
function hear({ up, done, failed, faults }) {
  if (up) {
    tell("It plays.");
    plays = true;
  } else if (faults) {
    tell("");
    if (!plays) frame.remove();
    find("[role=alert]").replaceChildren(...faults.map(fault));
  } else if (failed) tell(failed);
  else if (done < 1) tell(`Starting … ${Math.round(100 * done)} %`);
}

// One sentence, and a way to the line that it names.
function fault(words) {
  const said = Object.assign(document.createElement("p"), { textContent: `${words} ` });
  const [, file, line] = words.match(/(\w+\.\w+)\S* line (\d+)/) || [];
  const name = Object.keys(guide).find((one) => one.endsWith(`/${file}`) || one === file);
  if (!name) return said;
  const there = Object.assign(document.createElement("button"), { type: "button", textContent: `Go to line ${line}` });
  there.addEventListener("click", () => go(name, Number(line)));
  said.append(there);
  return said;
}

function go(name, line) {
  find("select").value = name;
  show(name);
  const text = find("textarea"), lines = text.value.split("\n");
  const at = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(at, at + lines[line - 1].length);
  text.scrollTop = (line - 5) * text.scrollHeight / lines.length;
}

function tell(words) {
  find("[role=status]").textContent = words;
}

function find(selector) {
  return place.querySelector(selector);
}

function kept() {
  try { return JSON.parse(sessionStorage.getItem(KEPT)) || {}; } catch { return {}; }
}

function keep() {
  try { sessionStorage.setItem(KEPT, JSON.stringify(files)); } catch { /* a private window forgets */ }
}
