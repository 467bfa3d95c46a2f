// The positive and negative cases that gitleaks tests its own rules with, read from cmd/generate/config/rules/*.go of a checkout. Cases that
// are made by other functions of Go than the few below are left out, and counted.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns {{ rule: string, isPositive: boolean, text: string, path?: string }[] & { left: number }} */
export function gitleaksCases(directory) {
  const rules = join(directory, 'cmd/generate/config/rules');
  const cases = [];
  cases.left = 0;
  for (const name of readdirSync(rules).filter((file) => file.endsWith('.go'))) {
    const text = readFileSync(join(rules, name), 'utf8');
    for (const [, body] of text.matchAll(/^func \w+\(\) \*config\.Rule \{\n([^]*?)^\}/gm)) {
      const rule = /RuleID:\s*"([^"]+)"/.exec(body)?.[1];
      if (rule === undefined) continue;
      for (const [isPositive, start] of [
        [true, /\btps (?::?=) |utils\.Validate\(r, \[\]string/g],
        [false, /\bfps (?::?=) /g],
      ])
        for (const { index, 0: head } of body.matchAll(start)) read(body.slice(index + head.length), cases, rule, isPositive);
    }
  }
  return cases;
}

function read(source, cases, rule, isPositive) {
  for (const text of values(source))
    if (text === undefined) cases.left += 1;
    else cases.push({ rule, isPositive, ...(typeof text === 'string' ? { text } : text) });
}

/** The texts of one Go expression. `undefined` for one that is not understood. */
function values(source) {
  const parser = new GoExpression(source);
  try {
    const value = parser.sum();
    return Array.isArray(value) ? value.flat(3) : [value];
  } catch {
    return [undefined];
  }
}

class GoExpression {
  constructor(source) {
    this.source = source;
    this.at = 0;
  }
  skip() {
    this.at += /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/.exec(this.source.slice(this.at))[0].length;
  }
  take(pattern) {
    this.skip();
    const found = new RegExp(`^(?:${pattern.source})`).exec(this.source.slice(this.at));
    if (found !== null) this.at += found[0].length;
    return found;
  }
  sum() {
    let value = this.one();
    while (this.take(/\+/)) value = joined(value, this.one());
    return value;
  }
  one() {
    const raw = this.take(/`([^`]*)`/);
    if (raw) return raw[1];
    const quoted = this.take(/"((?:\\.|[^"\\])*)"/);
    if (quoted) return JSON.parse(`"${quoted[1].replaceAll(/\\x([0-9a-f]{2})/gi, '\\u00$1').replaceAll("\\'", "'")}"`);
    if (this.take(/\[\]string\{/)) return this.list('}');
    if (this.take(/map\[string\]string\{/)) return this.map();
    const call = this.take(/([\w.]+)\(/);
    if (call) return applied(call[1], this.list(')'));
    const number = this.take(/\d+/);
    if (number) return number[0];
    if (this.take(/tps\.\.\.|tps|fps/)) return [];
    throw new Error('not understood');
  }
  list(end) {
    const found = [];
    while (!this.take(new RegExp(`\\${end}`))) {
      try {
        found.push(this.sum());
      } catch {
        found.push(undefined);
        this.pass(end);
      }
      this.take(/\.\.\./);
      this.take(/,/);
    }
    return found;
  }
  /** To the next comma or end of the list. */
  pass(end) {
    for (let depth = 0; this.at < this.source.length; this.at += 1) {
      const sign = this.source[this.at];
      if ('([{'.includes(sign)) depth += 1;
      else if (depth === 0 && (sign === ',' || sign === end)) return;
      else if (')]}'.includes(sign)) depth -= 1;
    }
    throw new Error('no end');
  }
  map() {
    const found = [];
    while (!this.take(/\}/)) {
      const path = this.sum();
      if (!this.take(/:/)) throw new Error('no value');
      const text = this.sum();
      found.push(typeof text === 'string' && typeof path === 'string' ? { text, path } : undefined);
      this.take(/,/);
    }
    return found;
  }
}

function joined(left, right) {
  if (typeof left !== 'string' || typeof right !== 'string') throw new Error('no text');
  return left + right;
}

/** Functions of cmd/generate/config/utils and cmd/generate/secrets. */
function applied(name, [first, second, ...more]) {
  const short = name.split('.').at(-1);
  switch (short) {
    case 'append':
      return [first, second, more];
    case 'Numeric':
      return `[0-9]{${first}}`;
    case 'Hex':
      return `[a-f0-9]{${first}}`;
    case 'AlphaNumeric':
      return `[a-z0-9]{${first}}`;
    case 'AlphaNumericExtendedShort':
      return `[a-z0-9_-]{${first}}`;
    case 'AlphaNumericExtended':
      return String.raw`[a-z0-9=_\-]{${first}}`;
    case 'AlphaNumericExtendedLong':
      return String.raw`[a-z0-9\/=_\+\-]{${first}}`;
    case 'Hex8_4_4_4_12':
      return '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
    case 'NewSecret':
    case 'NewSecretWithEntropy':
      return random(first);
    case 'ToUpper':
      return first.toUpperCase();
    case 'Repeat':
      return first.repeat(Number(second));
    case 'GenerateSampleSecret':
      return `${first}_api_token = "${second}"`;
    case 'GenerateSampleSecrets':
      return [
        `${first}Token="${second}"`,
        `${first}Token = "${second}"`,
        `${first}_token: ${second}`,
        `"${first}_token": "${second}"`,
        `const ${first}Token = '${second}'`,
      ];
    default:
      throw new Error(`${name} is not known`);
  }
}

let seed = 20_260_722;
function next(limit) {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}

/** A text that an expression of literal signs, classes and counts matches. */
function random(expression) {
  let text = '';
  for (const [, escaped, inner, plain, group, low, high] of expression.matchAll(
    /(?:\\(.)|\[((?:\\.|[^\]\\])+)\]|([^[\](){}|\\])|\(\?:([^()|]+)(?:\|[^()]*)?\))(?:\{(\d+)(?:,(\d+))?\})?/g,
  )) {
    const count = low === undefined ? 1 : Number(low) + (high === undefined ? 0 : next(Number(high) - Number(low)));
    const signs = inner === undefined ? [escaped === 'd' ? '7' : (escaped ?? plain ?? group)] : signsOf(inner);
    for (let i = 0; i < count; i += 1) text += signs[next(signs.length)];
  }
  return text;
}

function signsOf(inner) {
  const signs = [];
  for (const [, from, to, escaped, one] of inner.matchAll(/(\w)-(\w)|\\(.)|([^])/g)) {
    if (from !== undefined) for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code += 1) signs.push(String.fromCharCode(code));
    else signs.push(escaped ?? one);
  }
  return signs;
}
