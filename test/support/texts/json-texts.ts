import fc from 'fast-check';

/**
 * Random well-formed JSON and JSONC config texts, as odd as people's files are: comments, tabs, CRLF, one-line files, missing final
 * newlines, duplicate keys, number spellings, hostile names, and every state of the server map.
 */
export interface JsonText {
  readonly text: string;
  /** The path of the server map. */
  readonly path: readonly string[];
  /** Whether the text is strict JSON. */
  readonly strict: boolean;
}

export const hostileNames = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'npm:@a/b.c',
  'a b',
  'a.b',
  'a"b',
  "a'b",
  'a\\b',
  '10',
  '2',
  '',
  '#x',
  '- x',
  'a: b',
  '💥',
  'שלום',
  'e\u0301',
  '{}',
  '[]',
  '// x',
  '/* x */',
  '${workspaceFolder}',
  'x'.repeat(300),
  'null',
  'true',
  '~',
];

const key = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileNames) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
);

const scalar = fc.oneof(
  fc.constantFrom(
    '1.0',
    '1e3',
    '12345678901234567890',
    '-0',
    '0.10',
    'true',
    'false',
    'null',
    '"\\u00e9\\n"',
    '"//no comment"',
    '"{[,:"',
    '"\\\\"',
    '"\\""',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((value) => JSON.stringify(value)),
);

interface Style {
  readonly eol: string;
  readonly unit: string;
  readonly oneLine: boolean;
  readonly tight: boolean;
  readonly comments: boolean;
  readonly commas: boolean;
}

type Tree = { readonly kind: 'scalar'; readonly raw: string } | { readonly kind: 'list'; readonly items: readonly Tree[] } | MapTree;
interface MapTree {
  readonly kind: 'map';
  readonly members: readonly (readonly [string, Tree])[];
}

const { tree, mapTree } = fc.letrec<{ tree: Tree; mapTree: MapTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar.map((raw): Tree => ({ kind: 'scalar', raw })),
    fc.array(tie('tree'), { maxLength: 3 }).map((items): Tree => ({ kind: 'list', items })),
    tie('mapTree'),
  ),
  mapTree: fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((members): MapTree => ({ kind: 'map', members })),
}));

const servers = fc.array(fc.tuple(key, mapTree), { maxLength: 3 }).map((members): MapTree => ({ kind: 'map', members }));

/** Random numbers for the small choices in a text. They are used one after the other, repeatedly. */
const noise = fc.array(fc.nat(99), { minLength: 40, maxLength: 40 });

export const jsonTexts: fc.Arbitrary<JsonText> = fc
  .record({
    path: fc.constantFrom(['mcpServers'], ['mcp', 'servers'], ['amp.mcpServers'], ['projects', '/home/me/a "b"', 'mcpServers']),
    present: fc.nat(3),
    servers,
    beside: fc.array(fc.array(fc.tuple(key, tree), { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    duplicate: fc.boolean(),
    where: fc.nat(3),
    style: fc.record({
      eol: fc.constantFrom('\n', '\n', '\r\n'),
      unit: fc.constantFrom('  ', '  ', '    ', '\t'),
      oneLine: fc.boolean(),
      tight: fc.boolean(),
      comments: fc.boolean(),
      commas: fc.boolean(),
    }),
    noise,
    ends: fc.constantFrom('', '', 'eol', 'eol eol', ' '),
    rootless: fc.constantFrom('', '', '', '', '', '', '', '', '', '', 'empty', 'spaces', 'comment'),
  })
  .map(({ path, present, servers: map, beside, duplicate, where, style, noise: draws, ends, rootless }) => {
    const strict = !style.comments && !style.commas;
    const end = ends.replaceAll('eol', style.eol).replaceAll(`${style.eol} `, style.eol);
    if (rootless === 'empty') return { text: '', path, strict };
    if (rootless === 'spaces') return { text: ` ${end}`, path, strict };
    if (rootless === 'comment' && style.comments) return { text: `// nothing yet${end}`, path, strict };
    let inner: Tree | undefined = map;
    for (const [i, step] of path.toReversed().entries()) {
      // The path may stop being there at any depth; what is there already is kept in every case.
      const own: (readonly [string, Tree])[] =
        inner === undefined || (present === i && i > 0 ? false : present > 2 && i === 0) ? [] : [[step, inner]];
      const others = (beside[i] ?? []).filter(([name]) => name !== step);
      const at = Math.min(where, others.length);
      const twice: (readonly [string, Tree])[] = duplicate && own[0] !== undefined && i === 0 ? [[step, { kind: 'map', members: [] }]] : [];
      inner = { kind: 'map', members: [...twice, ...others.slice(0, at), ...own, ...others.slice(at)] };
    }
    return { text: print(inner ?? map, style, draws) + end, path, strict };
  });

function print(root: Tree, style: Style, draws: readonly number[]): string {
  let drawn = 0;
  const draw = (): number => draws[drawn++ % draws.length] ?? 0;
  const comment = (): string => (style.comments && draw() < 12 ? (['/* c, { */', '/* "x": [ */'][draw() % 2] ?? '') : '');
  const lineComment = (): string => (style.comments && draw() < 15 ? ` // note, "}" ${draw()}` : '');
  const ownLine = (indent: string): string => (style.comments && draw() < 12 ? `${indent}// "old": {},${style.eol}` : '');
  const children = (open: string, close: string, texts: readonly string[], indent: string): string => {
    if (texts.length === 0)
      return open + (draw() < 15 ? (style.oneLine ? ' ' : `${style.eol}${indent}`) : style.oneLine ? '' : comment()) + close;
    const trailing = style.commas && draw() < 50 ? ',' : '';
    // A line comment would swallow the rest of a one-line text.
    if (style.oneLine || draw() < 15) return `${open}${texts.join(style.tight ? ',' : ', ')}${comment()}${trailing}${close}`;
    const inner = indent + style.unit;
    const lines = texts.map((text, i) => ownLine(inner) + inner + text + (i < texts.length - 1 ? ',' : trailing) + lineComment());
    return `${open}${lineComment()}${style.eol}${lines.join(style.eol)}${style.eol}${ownLine(inner)}${indent}${close}`;
  };
  const write = (node: Tree, indent: string): string => {
    const inner = style.oneLine ? indent : indent + style.unit;
    switch (node.kind) {
      case 'scalar':
        return node.raw + comment();
      case 'list':
        return children(
          '[',
          ']',
          node.items.map((item) => write(item, inner)),
          indent,
        );
      case 'map':
        return children(
          '{',
          '}',
          node.members.map(([name, value]) => `${JSON.stringify(name)}:${style.tight ? '' : ' '}${comment()}${write(value, inner)}`),
          indent,
        );
      default:
        return node satisfies never;
    }
  };
  return write(root, '');
}
