/**
 * Whether a line of code defines the name, in any of the languages that the mode reads. Imports and uses do not count: a name of another
 * package that was imported once is no name of this project.
 */
export function isDefinition(name: string, line: string): boolean {
  if (/^\s*(import|from|use|using|#include|require|\/\/|\*|\/\*|#\s)/.test(line)) return false;
  const at = indexOfWord(line, name);
  if (at === -1) return false;
  const before = line.slice(0, at);
  const after = line.slice(at + name.length);
  // In a function it is a name of that function alone.
  if (/^\s+(?:const|let|var|val)\s/.test(line)) return false;
  if (keyword.test(before) || /^export\s+(?:const|let|var)\s*\{[^=]*$/.test(before)) return true;
  // Go: a method names its receiver before itself.
  if (/\bfunc\s*\([^)]*\)\s*$/.test(before)) return true;
  // A member: nothing but modifiers before it, and after it what only a definition has.
  if (!modifiers.test(before)) return false;
  return (
    /^\s*[?!]?(<[^(]*>)?\([^;]*(\{|=>)\s*$/.test(after) ||
    /^\s*[?!]?\s*:\s*[^,]*;\s*$/.test(after) ||
    /^\s*\([^)]*\)\s*:\s*[^,]*[;{]\s*$/.test(after) ||
    (/^\s*[?!]?\s*(:[^=]*)?=[^=>]/.test(after) && /\b(static|readonly|public|private|protected|export|pub)\s/.test(before)) ||
    (/^[A-Z_$][\w$]*\s*=[^=]/.test(line) && before === '')
  );
}

const keyword =
  /\b(function\s*\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|mod|module|namespace|union|object|record|fun|val|static|macro_rules!)\s+$/;
const modifiers =
  /^\s*((public|private|protected|static|async|export|default|readonly|override|abstract|get|set|pub(\(\w+\))?|declare|unsafe|const|final|virtual|internal)\s+)*[*#]?$/;

function indexOfWord(line: string, word: string): number {
  for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1)) {
    if (!/[\w$]/.test(line.charAt(at - 1)) && !/[\w$]/.test(line.charAt(at + word.length))) return at;
  }
  return -1;
}

/** A line of code that declares or compares a flag: it has its hyphens, or it is given to a parser of options without them. */
export function isFlagLine(name: string, line: string): boolean {
  if (/^\s*(\/\/|\*|#\s)/.test(line)) return false;
  const escaped = name.replaceAll(/[$]/g, String.raw`\$&`);
  if (new RegExp(`(?<![\\w-])--(no-)?${escaped}(?![\\w-])`).test(line)) return true;
  return new RegExp(`(flag|option|arg|long|add_argument|Flags\\(\\))[^"'\`]*["'\`]${escaped}["'\`]`, 'i').test(line);
}

/** A line of code that reads a variable of the environment. */
export function isVariableLine(name: string, line: string): boolean {
  const at = indexOfWord(line, name);
  return at !== -1 && /env/i.test(line.slice(0, at));
}
