import fc from 'fast-check';
import type { ServersAt } from '../../../src/formats/edit/format.ts';
import { hostileNames } from './json-texts.ts';

/**
 * Random well-formed YAML config texts, as odd as people's files are: comments and blank lines anywhere, every indentation, lists at
 * the column of their key, flow collections, block texts, anchors, markers, CRLF and lone CR, missing final newlines, duplicate keys,
 * hostile names, and every state of the servers.
 */
export interface YamlText {
  readonly text: string;
  readonly at: ServersAt;
}

/** `raw` is on one line; `lines` is a block text below its header. */
type Tree =
  | { readonly kind: 'raw'; readonly raw: string }
  | { readonly kind: 'lines'; readonly header: string; readonly lines: readonly string[] }
  | { readonly kind: 'alias' }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | MapTree;
interface MapTree {
  readonly kind: 'map';
  readonly members: readonly (readonly [string, Tree])[];
}

const key = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileNames) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
);

const raw = fc.oneof(
  fc.constantFrom(
    '1.0',
    '1e3',
    '0o17',
    '12345678901234567890',
    'true',
    'null',
    '~',
    '',
    'yes',
    'plain text',
    '-y',
    "'it''s # no'",
    '"a: \\u00e9"',
    'http://x/y',
    '!mine x',
    '.inf',
    '"#"',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((value) => JSON.stringify(value)),
);

const { tree, mapTree } = fc.letrec<{ tree: Tree; mapTree: MapTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    raw.map((spelling): Tree => ({ kind: 'raw', raw: spelling })),
    fc.constant<Tree>({ kind: 'alias' }),
    fc
      .tuple(
        fc.constantFrom('|', '|-', '|+', '>', '>-', '>+', '|2-'),
        fc.array(fc.constantFrom('text', '', '# no comment', 'a: b', '- x', '  deeper'), { minLength: 1, maxLength: 4 }),
      )
      // A leading empty or deeper line would need an indentation mark of its own.
      .map(([header, lines]): Tree => ({ kind: 'lines', header: header.replace('2', ''), lines: ['first', ...lines] })),
    fc.array(tie('tree'), { maxLength: 3 }).map((items): Tree => ({ kind: 'list', items })),
    tie('mapTree'),
  ),
  mapTree: fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((members): MapTree => ({ kind: 'map', members })),
}));

const places: readonly ServersAt[] = [
  { kind: 'map', path: ['extensions'] },
  { kind: 'map', path: ['mcp', 'servers'] },
  { kind: 'map', path: ['projects', '/home/me/a "b"', 'mcpServers'] },
  { kind: 'list', path: ['mcpServers'] },
  { kind: 'list', path: ['experimental', 'servers'], wrap: 'transport' },
];

/** Where the path stops being there: nowhere, at a missing key, or at one that is null or empty. */
const ending = fc.constantFrom('there', 'there', 'there', 'absent', '', 'null', '~', '{}', '{ }', 'alias');

interface Style {
  readonly eol: string;
  readonly step: number;
  readonly listStep: number;
  readonly itemStep: number;
  readonly comments: boolean;
  readonly blanks: boolean;
  readonly flow: number;
  readonly anchors: boolean;
}

const style: fc.Arbitrary<Style> = fc
  .record({
    eol: fc.constantFrom('\n', '\n', '\n', '\r\n', '\r\n', '\r'),
    step: fc.constantFrom(2, 2, 4, 3),
    isListBelowKey: fc.boolean(),
    itemStep: fc.constantFrom(2, 2, 2, 4),
    comments: fc.boolean(),
    blanks: fc.boolean(),
    flow: fc.constantFrom(0, 10, 40, 100),
    anchors: fc.boolean(),
  })
  .map(({ isListBelowKey, ...rest }) => ({ ...rest, listStep: isListBelowKey ? 0 : rest.step }));

export const yamlTexts: fc.Arbitrary<YamlText> = fc
  .record({
    at: fc.constantFrom(...places),
    ending,
    endsAt: fc.nat(2),
    servers: fc.array(fc.tuple(key, mapTree), { minLength: 1, maxLength: 3 }),
    beside: fc.array(fc.array(fc.tuple(key, tree), { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    where: fc.nat(3),
    style,
    // Random numbers for the small choices in a text. They are used one after the other, repeatedly.
    draws: fc.array(fc.nat(99), { minLength: 40, maxLength: 40 }),
    head: fc.constantFrom('', '', '', '', '# head\n', '---\n', '# head\n\n', '%YAML 1.2\n---\n', '--- # head\n\n'),
    tail: fc.constantFrom('', '', '\n', '\n', '\n', '\n\n', '\n# tail', '\n# tail\n', '\n...\n', '\n...', '  \n', '\n  # tail\n'),
    rootless: fc.constantFrom(0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2),
  })
  .map(({ at, ending: end, endsAt, servers, beside, where, style: look, draws, head, tail, rootless }) => {
    const eols = (text: string): string => text.replaceAll('\n', look.eol);
    if (rootless === 0) return { at, text: eols(head) };
    if (rootless === 1) return { at, text: eols(tail.replace(/^\n\.\.\.\n?/, ' ')) };
    let inner: Tree | undefined = container(at, servers);
    for (const [i, step] of at.path.toReversed().entries()) {
      if (end !== 'there' && i === Math.min(endsAt, at.path.length - 1)) inner = stop(end, at.kind === 'list' && i === 0);
      const own: (readonly [string, Tree])[] = inner === undefined ? [] : [[step, inner]];
      const others = (beside[i] ?? []).filter(([name]) => name !== step);
      const index = Math.min(where, others.length);
      inner = { kind: 'map', members: [...others.slice(0, index), ...own, ...others.slice(index)] };
    }
    return { at, text: eols(head) + print(inner ?? stop('{}', false) ?? { kind: 'alias' }, look, draws) + eols(tail) };
  });

function container(at: ServersAt, servers: readonly (readonly [string, MapTree])[]): Tree {
  if (at.kind === 'map') return { kind: 'map', members: servers };
  return {
    kind: 'list',
    items: servers.map(([name, { members }]): Tree => {
      const others = members.filter(([field]) => field !== 'name' && field !== at.wrap);
      const named: readonly [string, Tree] = ['name', { kind: 'raw', raw: JSON.stringify(name) }];
      if (at.wrap === undefined) return { kind: 'map', members: [named, ...others] };
      return { kind: 'map', members: [named, [at.wrap, { kind: 'map', members: others }]] };
    }),
  };
}

function stop(how: string, isList: boolean): Tree | undefined {
  if (how === 'absent') return undefined;
  if (how === 'alias') return { kind: 'alias' };
  return { kind: 'raw', raw: isList ? how.replace('{', '[').replace('}', ']') : how };
}

function print(root: Tree, style: Style, draws: readonly number[]): string {
  let drawn = 0;
  const draw = (): number => draws[drawn++ % draws.length] ?? 0;
  const anchors: string[] = [];
  const pad = (column: number): string => ' '.repeat(column);
  const note = (): string => (style.comments && draw() < 12 ? ` # note: "}" - ${draw()}` : '');

  const spaceAbove = (column: number): string[] => {
    const lines: string[] = [];
    if (style.blanks && draw() < 25) lines.push(draw() < 20 ? pad(column) : '');
    if (style.comments && draw() < 12) lines.push(`${pad(column + (draw() < 10 ? 1 : 0))}#\told: {}`);
    return lines;
  };

  const spell = (name: string): string => {
    if (/^(?!(?:null|true|false)$)[a-z][a-z0-9-]*$/.test(name)) return draw() < 15 ? JSON.stringify(name) : name;
    return draw() < 40 && /^[\x20-\x7e]+$/.test(name) ? `'${name.replaceAll("'", "''")}'` : JSON.stringify(name);
  };

  const alias = (): string => {
    const name = anchors[draw() % Math.max(anchors.length, 1)];
    return name === undefined ? '~' : `*${name}`;
  };

  /** Only what is complete may be referred to. Not null or empty: an alias to it on the way to the servers leaves no trace. */
  const anchored = (text: string): string => {
    if (!style.anchors || draw() > 15 || /^(?:[*!].*|[[{] ?[\]}]|~|null|)$/.test(text)) return text;
    anchors.push(`a${anchors.length}`);
    return `&${anchors.at(-1)} ${text}`;
  };

  const flow = (node: Tree, isInside: boolean): string => {
    switch (node.kind) {
      case 'raw':
        return isInside && (node.raw === '' || /^-|[:']/.test(node.raw)) ? '"x"' : node.raw;
      case 'lines':
        return '"line"';
      case 'alias':
        return alias();
      case 'list':
        return flowBox(
          '[',
          ']',
          node.items.map((item) => flow(item, true)),
        );
      case 'map':
        return flowBox(
          '{',
          '}',
          node.members.map(([name, value]) => `${spell(name)}: ${flow(value, true)}`),
        );
      default:
        return node satisfies never;
    }
  };
  const flowBox = (open: string, close: string, texts: readonly string[]): string => {
    const space = draw() < 30 ? ' ' : '';
    return (
      open +
      space +
      texts.join(draw() < 80 ? ', ' : ',  ') +
      (texts.length > 0 && draw() < 10 ? ',' : '') +
      (texts.length > 0 ? space : '') +
      close
    );
  };

  const isFlow = (node: Tree): boolean =>
    node.kind === 'raw' ||
    node.kind === 'alias' ||
    (node.kind === 'list' ? node.items.length === 0 : node.kind === 'map' && node.members.length === 0) ||
    draw() < style.flow;

  /** The lines of a value after `key:` or `-`. */
  const attach = (head: string, node: Tree, column: number, isItem: boolean): string[] => {
    if (node.kind === 'lines')
      return [`${head} ${node.header}${note()}`, ...node.lines.map((line) => (line === '' ? '' : pad(column + style.step) + line))];
    if (isFlow(node)) {
      const text = anchored(flow(node, false));
      return [`${head}${text === '' ? (draw() < 10 ? ' ' : '') : ` ${text}`}${note()}`];
    }
    if (isItem && draw() < 70) {
      const lines = block(node, column + style.itemStep, true);
      return lines.map((line, i) => (i === 0 ? head.padEnd(column + style.itemStep) + line.trimStart() : line));
    }
    const anchor = style.anchors && draw() < 15 ? `a${anchors.length + 100 + drawn}` : undefined;
    const below = block(node, column + (node.kind === 'list' && !isItem ? style.listStep : style.step), false);
    if (anchor !== undefined) anchors.push(anchor);
    return [`${head}${anchor === undefined ? '' : ` &${anchor}`}${note()}`, ...below];
  };

  const block = (node: Tree, column: number, isCompact: boolean): string[] => {
    const parts: string[][] = [];
    if (node.kind === 'map')
      for (const [name, value] of node.members)
        parts.push([
          ...(isCompact && parts.length === 0 ? [] : spaceAbove(column)),
          ...attach(`${pad(column)}${spell(name)}:`, value, column, false),
        ]);
    if (node.kind === 'list')
      for (const item of node.items)
        parts.push([...(isCompact && parts.length === 0 ? [] : spaceAbove(column)), ...attach(`${pad(column)}-`, item, column, true)]);
    return parts.flat();
  };

  if (root.kind !== 'map' || isFlow(root)) return flow(root, false);
  return block(root, 0, false).join(style.eol);
}
