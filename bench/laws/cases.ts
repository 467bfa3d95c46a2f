import fc from 'fast-check';
import type { Client, ConfigPlace } from '../../src/clients/client.ts';
import { readingOf, type Reading } from '../../src/clients/config-file.ts';
import type { ServersAt, Tolerance } from '../../src/formats/edit/format.ts';
import type { NewServer } from '../../src/clients/entry.ts';
import { clients } from '../../src/clients/registry/index.ts';
import { hostileNames, jsonTexts } from '../../test/support/texts/json-texts.ts';
import { hostileTomlNames, tomlTexts } from '../../test/support/texts/toml-texts.ts';
import { yamlTexts } from '../../test/support/texts/yaml-texts.ts';
import { jsonTextsAt } from './json-layouts.ts';

/** One file, the way a client reads it, and what shall be done to it. */
export interface Case {
  /** Under which it is counted: `json map projects.<workspace>.mcpServers, strict`. */
  readonly kind: string;
  readonly client: Client;
  readonly place: ConfigPlace;
  readonly reading: Reading;
  /** `undefined`: there is no file. */
  readonly text: string | undefined;
  readonly hasByteOrderMark: boolean;
  /** The first that is free, and that the client takes, is added. */
  readonly names: readonly string[];
  readonly server: NewServer;
  /** Which of the servers that are there is updated and removed. */
  readonly pick: number;
}

const workspace = '/home/mara/src/a "b".c';
const rows: readonly Client[] = clients;
const readings = rows.flatMap((client) =>
  client.files.map((place) => ({
    client,
    place,
    reading: readingOf(client, place, { platform: 'linux', home: '/home/mara', env: {}, workspace }),
  })),
);

const words = fc.oneof(
  fc.constantFrom(
    '-y',
    '@scope/pkg@1.2.3',
    '/usr/bin/node',
    'C:\\x\\y.exe',
    '',
    ' ',
    'it\'s "quoted"',
    '${env:TOKEN}',
    '#no',
    '- x',
    'a: b',
    'yes',
    '1.0',
    '0x1F',
    'null',
    '~',
    'a\nb',
    'a\r\nb',
    '\ttab',
    '💥',
    'e\u0301',
    '[x]',
    '{x}',
    "'''",
    '"""',
    '\\',
    '%x',
    '@x',
    '`x`',
    '\u2028',
    '\u0007',
    '\u0085',
    '=x',
    '&a',
    '*a',
    '!x',
    '|',
    '>',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const pairs = fc.uniqueArray(
  fc.tuple(
    fc.oneof(fc.constantFrom('TOKEN', 'A_B', 'a.b', 'a b', '1', '__proto__'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 })),
    words,
  ),
  { maxLength: 3, selector: ([name]) => name },
);

const commands: fc.Arbitrary<NewServer> = fc
  .record({ command: words, args: fc.array(words, { maxLength: 4 }), env: pairs })
  .map(({ command, args, env }) => ({ kind: 'command', command, args, env: new Map(env) }));
const urls: fc.Arbitrary<NewServer> = fc
  .record({ url: words.map((word) => `https://mcp.example.com/${word}`), transport: fc.constantFrom('http', 'sse'), headers: pairs })
  .map(({ url, transport, headers }) => ({ kind: 'url', transport, url, headers: new Map(headers) }));

const names = fc.oneof(
  fc.constantFrom('snap', 'my server', 'servers', ...hostileNames, ...hostileTomlNames),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);

interface Place {
  readonly client: Client;
  readonly place: ConfigPlace;
  readonly reading: Reading;
}

/** @param one Whose text it is, and how that is read. */
function withRest(one: fc.Arbitrary<Place & { readonly text: string | undefined }>): fc.Arbitrary<Case> {
  return one.chain(({ client, place, reading, text }) => {
    const hasUrls = reading.entry.http !== undefined || reading.entry.sse !== undefined;
    return fc
      .record({
        bom: fc.nat(19),
        name: names,
        server: hasUrls ? fc.oneof({ weight: 3, arbitrary: commands }, { weight: 1, arbitrary: urls }) : commands,
        pick: fc.nat(9),
      })
      .map(({ bom, name, server, pick }): Case => ({
        kind: kindOf(reading),
        client,
        place,
        reading,
        text,
        hasByteOrderMark: bom === 19 && text !== undefined,
        names: [name, 'snap-new', 'snap_new', 'snapnew2'],
        server,
        pick,
      }));
  });
}

function kindOf({ format, layouts: [at], tolerance }: Reading): string {
  const path = at.path.map((step) => (step.startsWith('/') ? '<workspace>' : /[. "]/.test(step) ? `"${step}"` : step)).join(' > ');
  return `${format} ${at.kind} ${path}${at.wrap === undefined ? '' : ` (in ${at.wrap})`}${format === 'json' ? `, ${tolerance}` : ''}`;
}

/** Every layout of the registry that is JSON as often as the others, with the clients that have it; there may also be no file yet. */
const layouts = groupBy(
  readings.filter(({ reading }) => reading.format === 'json'),
  ({ reading }) => kindOf(reading),
);
const registryJson = withRest(
  fc
    .constantFrom(...layouts.values())
    .chain((alike) => fc.constantFrom(...alike))
    .chain((one) =>
      fc
        .oneof(
          { weight: 60, arbitrary: jsonTextsAt(one.reading.layouts[0], one.reading.tolerance) },
          { weight: 1, arbitrary: fc.constant(undefined) },
        )
        .map((text) => ({ ...one, text })),
    ),
);

const suiteJson = withRest(
  fc
    .tuple(jsonTexts, fc.constantFrom(...readings.filter(({ reading }) => reading.format === 'json' && reading.layouts[0].kind === 'map')))
    .map(([{ text, path, strict }, one]) => {
      const tolerance: Tolerance = strict ? 'strict' : 'comments-and-commas';
      return { ...one, text, reading: { ...one.reading, tolerance, layouts: [{ kind: 'map', path }] } };
    }),
);

/** Map.groupBy needs Node 21. */
function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** The generators of YAML and TOML bring their own layouts: those of the registry and more. */
function withLayouts(format: 'yaml' | 'toml', texts: fc.Arbitrary<{ readonly text: string; readonly at: ServersAt }>): fc.Arbitrary<Case> {
  const own = readings.filter(({ reading }) => reading.format === format);
  return withRest(
    fc.tuple(texts, fc.nat(99), fc.nat(59)).map(([{ text, at }, which, absent]) => {
      const fitting = own.filter(({ reading }) => reading.layouts[0].kind === at.kind);
      const one = fitting[which % fitting.length];
      if (one === undefined) throw new Error(`no client has ${format} ${at.kind}`);
      return absent === 0 ? { ...one, text: undefined } : { ...one, text, reading: { ...one.reading, layouts: [at] as const } };
    }),
  );
}

/** With their share of the whole. */
export const sources: readonly { readonly name: string; readonly share: number; readonly cases: fc.Arbitrary<Case> }[] = [
  { name: 'JSON and JSONC in every layout of the registry', share: 0.3, cases: registryJson },
  { name: 'JSON and JSONC as in the test suite', share: 0.1, cases: suiteJson },
  { name: 'YAML', share: 0.3, cases: withLayouts('yaml', yamlTexts) },
  { name: 'TOML', share: 0.3, cases: withLayouts('toml', tomlTexts) },
];
