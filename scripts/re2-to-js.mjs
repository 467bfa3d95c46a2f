// Turns an expression of RE2 (https://github.com/google/re2/wiki/Syntax, 2026-11-22) into one of JavaScript that matches the same texts.
// Node 20 knows no flags inside of an expression: letters under `(?i)` are written as `[aA]`, unless the whole expression is so.

const posix = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
  space: '\\s',
  word: '\\w',
  punct: '!-\\/:-@\\[-`{-~',
};

/** @returns {{ source: string, flags: '' | 'i', min: number, max: number }} The lengths of what it matches. */
export function toJavaScript(expression) {
  const seen = { exact: false, folded: false };
  parse(expression, seen, false);
  const isFolded = seen.folded && !seen.exact;
  const { source, min, max } = parse(expression, seen, isFolded);
  const flags = isFolded ? 'i' : '';
  void new RegExp(source, flags);
  return { source, flags, min, max };
}

function parse(expression, seen, keepsLetters) {
  let at = 0;
  const fold = (letter, mode) => {
    if (!/[a-z]/i.test(letter)) return letter;
    seen[mode.i ? 'folded' : 'exact'] = true;
    return mode.i && !keepsLetters ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : letter;
  };

  function alternatives(outer) {
    const mode = { ...outer };
    let [min, max] = [Infinity, 0];
    let [branchMin, branchMax] = [0, 0];
    let source = '';
    const endBranch = () => {
      min = Math.min(min, branchMin);
      max = Math.max(max, branchMax);
      [branchMin, branchMax] = [0, 0];
    };
    while (at < expression.length && expression[at] !== ')') {
      if (expression[at] === '|') {
        at += 1;
        endBranch();
        source += '|';
        continue;
      }
      const atom = oneAtom(mode);
      if (atom === undefined) continue;
      const count = quantifier();
      source += atom.source + count.source;
      branchMin += atom.min * count.min;
      branchMax += atom.max === 0 ? 0 : atom.max * count.max;
    }
    endBranch();
    return { source, min, max };
  }

  function quantifier() {
    const found = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(expression.slice(at));
    if (found === null) return { source: '', min: 1, max: 1 };
    at += found[0].length;
    if (found[0][0] === '*') return { source: found[0], min: 0, max: Infinity };
    if (found[0][0] === '+') return { source: found[0], min: 1, max: Infinity };
    if (found[0][0] === '?') return { source: found[0], min: 0, max: 1 };
    const low = Number(found[1]);
    return { source: found[0], min: low, max: found[2] === undefined ? low : found[3] === '' ? Infinity : Number(found[3]) };
  }

  function oneAtom(mode) {
    const sign = expression[at];
    if (sign === '(') return group(mode);
    if (sign === '[') return characterClass(mode);
    if (sign === '\\') return escape();
    at += 1;
    if (sign === '^' || sign === '$') return { source: sign, min: 0, max: 0 };
    if (sign === '.') return { source: mode.s ? '[^]' : '[^\\n]', min: 1, max: 1 };
    if (sign === '{' || sign === '}' || sign === ']') return { source: `\\${sign}`, min: 1, max: 1 };
    return { source: fold(sign, mode), min: 1, max: 1 };
  }

  function group(mode) {
    const flags = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)])/.exec(expression.slice(at));
    let open = '(';
    let inner = mode;
    if (flags !== null) {
      at += flags[0].length;
      const target = flags[3] === ')' ? mode : { ...mode };
      for (const flag of flags[1]) target[flag] = true;
      for (const flag of flags[2] ?? '') target[flag] = false;
      if (flags[3] === ')') return undefined;
      [open, inner] = ['(?:', target];
    } else {
      const name = /^\(\?P?<(\w+)>/.exec(expression.slice(at));
      at += name === null ? 1 : name[0].length;
      if (name !== null) open = `(?<${name[1]}>`;
    }
    const body = alternatives(inner);
    if (expression[at] !== ')') throw new Error(`A group without an end: ${expression}`);
    at += 1;
    return { ...body, source: `${open}${body.source})` };
  }

  function escape() {
    const code = /^\\x([0-9a-fA-F]{2})|^\\x\{([0-9a-fA-F]+)\}/.exec(expression.slice(at));
    if (code !== null) {
      at += code[0].length;
      return { source: `\\x${(code[1] ?? code[2]).padStart(2, '0')}`, min: 1, max: 1 };
    }
    const letter = expression[at + 1];
    at += 2;
    if (letter === 'z') return { source: '$', min: 0, max: 0 };
    if (letter === 'A') return { source: '^', min: 0, max: 0 };
    if (letter === 'b' || letter === 'B') return { source: `\\${letter}`, min: 0, max: 0 };
    if (/[a-zA-Z]/.test(letter) && !'dDsSwWnrtfv'.includes(letter)) throw new Error(`\\${letter} is not known: ${expression}`);
    // An escape of a sign that needs none, such as \" and \%.
    return { source: /[\w"'%#:;@~!,=<>&`]/.test(letter) && !/\w/.test(letter) ? letter : `\\${letter}`, min: 1, max: 1 };
  }

  function characterClass(mode) {
    at += 1;
    let inner = '';
    if (expression[at] === '^') {
      inner = '^';
      at += 1;
    }
    let isFirst = true;
    let hasLetters = false;
    while (expression[at] !== ']' || isFirst) {
      isFirst = false;
      const named = /^\[:(\w+):\]/.exec(expression.slice(at));
      if (named !== null) {
        inner += posix[named[1]];
        at += named[0].length;
        continue;
      }
      const range = /^([a-zA-Z])-([a-zA-Z])/.exec(expression.slice(at));
      if (range !== null) {
        hasLetters = true;
        inner += range[0];
        if (mode.i && !keepsLetters) inner += swapCase(range[0]);
        at += range[0].length;
        continue;
      }
      if (expression[at] === '\\') {
        const length = expression[at + 1] === 'x' ? 4 : 2;
        inner += expression.slice(at, at + length);
        at += length;
        continue;
      }
      const sign = expression[at];
      at += 1;
      if (/[a-z]/i.test(sign)) {
        hasLetters = true;
        inner += mode.i && !keepsLetters ? sign.toLowerCase() + sign.toUpperCase() : sign;
      } else inner += sign === '[' || sign === ']' ? `\\${sign}` : sign;
    }
    at += 1;
    if (hasLetters) seen[mode.i ? 'folded' : 'exact'] = true;
    return { source: `[${inner}]`, min: 1, max: 1 };
  }

  const whole = alternatives({ i: false, s: false });
  if (at < expression.length) throw new Error(`A closing bracket without an opening one: ${expression}`);
  return whole;
}

function swapCase(range) {
  return range === range.toLowerCase() ? range.toUpperCase() : range.toLowerCase();
}
