import { InvalidReport } from '../report.ts';

/** What a reader of a report is told, in the order of the text. */
export interface XmlHandler {
  /** `parent` is the name of the element around it. */
  open(name: string, attributes: Readonly<Record<string, string>>, parent: string | undefined): void;
  close?(name: string): void;
  /** Text between tags, without what is around it. */
  text?(text: string, parent: string | undefined): void;
}

/** Reports nest about ten deep. */
const maxDepth = 200;
const maxName = 200;

/**
 * Reads the elements of an XML text, in one pass. Entities that a text declares are not known here, so that none can grow, and
 * nothing that it refers to is read. https://www.w3.org/TR/xml/ (2026-11-22)
 * @throws InvalidReport where tags do not fit together or the text ends early.
 */
export function readXml(text: string, handler: XmlHandler): void {
  const open: string[] = [];
  let at = 0;
  while (at < text.length) {
    const tag = text.indexOf('<', at);
    const between = text.slice(at, tag === -1 ? text.length : tag);
    if (handler.text !== undefined && open.length > 0 && between.trim() !== '') handler.text(decoded(between.trim()), open.at(-1));
    if (tag === -1) break;
    const skipped = endOfOther(text, tag);
    if (skipped !== undefined) {
      at = skipped;
      continue;
    }
    const end = endOfTag(text, tag);
    readTag(text.slice(tag + 1, end), open, handler);
    at = end + 1;
  }
  if (open.length > 0) throw new InvalidReport(`it ends inside of <${open.at(-1) ?? ''}>`);
}

/** Where a comment, a text section, an instruction or the document type ends; `undefined` for an element. */
function endOfOther(text: string, tag: number): number | undefined {
  const until = (ending: string, from: number): number => {
    const end = text.indexOf(ending, from);
    if (end === -1) throw new InvalidReport('it ends early');
    return end + ending.length;
  };
  if (text.startsWith('<!--', tag)) return until('-->', tag + 4);
  if (text.startsWith('<![CDATA[', tag)) return until(']]>', tag + 9);
  if (text.startsWith('<?', tag)) return until('?>', tag + 2);
  if (!text.startsWith('<!', tag)) return undefined;
  const end = text.indexOf('>', tag);
  const declarations = text.indexOf('[', tag);
  return declarations === -1 || declarations > end ? until('>', tag) : until('>', until(']', declarations));
}

/** The `>` of a tag, which may be in the value of an attribute too. */
function endOfTag(text: string, tag: number): number {
  let quote = '';
  for (let i = tag + 1; i < text.length; i += 1) {
    const char = text[i] ?? '';
    if (quote === '' ? char === '"' || char === "'" : char === quote) quote = quote === '' ? char : '';
    else if (quote === '' && char === '>') return i;
    else if (quote === '' && char === '<') break;
  }
  throw new InvalidReport('a tag in it has no end');
}

function readTag(content: string, open: string[], handler: XmlHandler): void {
  if (content.startsWith('/')) {
    const name = content.slice(1).trim();
    if (open.pop() !== name) throw new InvalidReport(`</${name.slice(0, 40)}> closes another element`);
    handler.close?.(name);
    return;
  }
  const isEmpty = content.endsWith('/');
  const name = /^[^\s/"'=]{1,200}/.exec(content)?.[0] ?? '';
  if (name === '' || name.length >= maxName) throw new InvalidReport('a tag in it has no name');
  handler.open(name, attributesIn(content.slice(name.length)), open.at(-1));
  if (isEmpty) {
    handler.close?.(name);
    return;
  }
  open.push(name);
  if (open.length > maxDepth) throw new InvalidReport('its elements nest too deep');
}

function attributesIn(text: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name, double, single] of text.matchAll(/([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (name !== undefined) attributes[name] = decoded(double ?? single ?? '');
  }
  return attributes;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The five entities of XML itself and characters by number; others stay as they are. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
