// Slash commands: the list of them, and reading one from a line.

/** Every command that can be run, subcommands on their own: `{command, path, full, description, options}`. */
export function leaves(commands) {
  const found = [];
  const walk = (command, node, path) => {
    const options = node.options ?? [];
    if (options[0]?.type === 1 || options[0]?.type === 2) {
      for (const option of options) walk(command, option, [...path, option.name]);
      return;
    }
    // Discord offers what is required first.
    const sorted = [...options.filter((option) => option.required), ...options.filter((option) => !option.required)];
    found.push({ command, path, full: [command.name, ...path].join(' '), description: node.description, options: sorted });
  };
  for (const command of commands) if ((command.type ?? 1) === 1) walk(command, command, []);
  return found.sort((one, other) => one.full.localeCompare(other.full));
}

/** The commands that fit what has been typed after the slash; the best first. */
export function fitting(all, typed) {
  const wanted = typed.toLowerCase().trimStart();
  const rank = (leaf) => {
    const name = leaf.full.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.split(/[ -]/).some((word) => word.startsWith(wanted))) return 1;
    if (name.includes(wanted)) return 2;
    return (leaf.description ?? '').toLowerCase().includes(wanted) && wanted.length > 2 ? 3 : null;
  };
  return all
    .map((leaf) => ({ leaf, rank: rank(leaf) }))
    .filter(({ rank: found }) => found !== null)
    .sort((one, other) => one.rank - other.rank)
    .map(({ leaf }) => leaf);
}

/**
 * Reads `/name sub option:value other:value` when the name is whole and something follows it. Gives
 * `{leaf, values: {option: text}}`, or null. Text before the first option goes to the first option.
 */
export function readLine(all, line) {
  const leaf = all
    .filter(({ full }) => line.startsWith(`/${full}`) && /^\s/.test(line.slice(full.length + 1)))
    .sort((one, other) => other.full.length - one.full.length)[0];
  if (!leaf) return null;
  return { leaf, values: readOptions(leaf.options, line.slice(leaf.full.length + 1)) };
}

/** Parts a text at the names of options; quotes keep what looks like an option from being one. */
export function readOptions(options, text) {
  const names = options.map((option) => option.name);
  const values = {};
  let name = null;
  let leading = '';
  for (const word of text.match(/(?:[^\s"\\]|\\.|"(?:[^"\\]|\\.)*"?|\\$)+|\s+/g) ?? []) {
    const colon = word.indexOf(':');
    if (colon > 0 && names.includes(word.slice(0, colon))) {
      name = word.slice(0, colon);
      values[name] = word.slice(colon + 1);
    } else if (name === null) {
      leading += word;
    } else {
      values[name] += word;
    }
  }
  for (const key of Object.keys(values)) values[key] = unquoted(values[key].trim());
  if (leading.trim() && names.length && !(names[0] in values)) values[names[0]] = unquoted(leading.trim());
  return values;
}

/** A text without the quotes around it. */
export function unquoted(text) {
  return /^"(?:[^"\\]|\\.)*"$/.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
}
