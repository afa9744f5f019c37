// What an ask offers, as the protocol describes it, in the shape that pages narrow down.

export function optionsOf(ask) {
  return ask.choose.options.map((option) => ({ ...option, fields: Object.entries(option.fields).map(shaped) }));
}

function shaped([name, field]) {
  const { question, look, labels, notes, ordered } = field;
  const known = { name, question, look, labels, notes, ordered: ordered !== false };
  if (field.one) return { ...known, type: "one", values: field.one };
  if (field.of) return { ...known, type: "each", values: field.of, count: field.each };
  const [low, high] = field.pick;
  return { ...known, type: "pick", values: field.from, low, high };
}

export function fits(option, args) {
  return Object.entries(args).every(([name, value]) => {
    const field = option.fields.find((f) => f.name === name);
    return field && (field.type !== "one" || field.values.some((v) => same(v, value)));
  });
}

// What this verb with these arguments brings, as the scene says it; with a `name`, what that argument makes of it.
export function brought(state, verb, args, name) {
  const said = state.scene.brings.find(([of, given]) => of === verb && (name ? name in given : !Object.keys(given).length)
    && Object.entries(given).every(([key, value]) => same(args[key], value)));
  return said ? said[2] : "";
}

function same(a, b) { return JSON.stringify(a) === JSON.stringify(b); }

// One field of several options of the same verb: all that may be chosen, each once.
export function merged(options, name) {
  const fields = options.map((o) => o.fields.find((f) => f.name === name)).filter(Boolean);
  const first = fields[0];
  if (fields.length === 1 || first.type !== "one") return first;
  const found = { ...first, values: [], labels: [], notes: [] };
  for (const field of fields) field.values.forEach((value, i) => {
    if (found.values.some((v) => same(v, value))) return;
    found.values.push(value);
    found.labels.push(field.labels[i]);
    found.notes.push(field.notes[i] || "");
  });
  return found;
}
