import type { NewServer } from '../../clients/index.ts';
import { SnapError, type System } from '../../system/index.ts';
import { asked, type Asked, type Asker } from '../asking.ts';
import type { CatalogueBlank, CatalogueEntry, CatalogueRow } from './catalogue/row.ts';
import { addressServer, startedServer, type AddOptions, type Given, type Wanted } from './given.ts';

/** A server of the catalogue, with the person's own arguments in it. @throws SnapError `usage` when one is missing. */
export async function ofRow({ given, name }: AddOptions, row: CatalogueRow, asker: Asker): Promise<Asked<Wanted>> {
  const { system } = asker;
  const blanks = row.blanks ?? [];
  const filled: string[] = [];
  for (const [i, blank] of blanks.entries()) {
    const found: Asked<string> =
      given.args[i] !== undefined
        ? { kind: 'answer', value: given.args[i] }
        : asker.canAsk
          ? await askFor(asker, row, blank)
          : missing(row, blank);
    if (found.kind === 'left') return found;
    filled.push(found.value);
  }
  const more = given.args.slice(blanks.length);
  const entries = entriesFor(row, { ...given, args: more });
  const servers: Wanted['servers'] = (isShared) => {
    const path = (text: string, isPath: boolean): string => (isPath && !isShared ? fullPath(system, text) : text);
    const texts = new Map<string, string>(blanks.map((blank, i) => [blank.placeholder, path(filled[i] ?? '', blank.isPath === true)]));
    const isPathAfter = blanks.at(-1)?.isPath === true;
    const rest = { ...given, args: more.map((arg) => path(arg, isPathAfter && !arg.startsWith('-'))) };
    const [first, ...others] = entries;
    const server = (entry: CatalogueEntry): NewServer => serverOf(entry, row, rest, (arg) => texts.get(arg) ?? arg);
    return [server(first), ...others.map(server)];
  };
  return {
    kind: 'answer',
    value: { name: name ?? row.id, isInferred: true, servers, row },
  };
}

/** The entries of a row for which the options mean something. @throws SnapError `usage` when there is none */
function entriesFor(row: CatalogueRow, { args, env, fromHere, headers, transport }: Given): CatalogueRow['entries'] {
  const own = new Set(row.variables?.map(({ name }) => name));
  const isForAddress = transport === 'http' || transport === 'sse';
  const forAddress = [...(headers.size > 0 ? ['--header'] : []), ...(isForAddress ? [`--transport ${transport}`] : [])];
  const hasOtherEnv = [...env.keys(), ...fromHere.keys()].some((name) => !own.has(name));
  const forCommand = [
    ...(args.length > 0 ? ['--arg'] : []),
    ...(hasOtherEnv ? ['--env'] : []),
    ...(transport === 'stdio' ? ['--transport stdio'] : []),
  ];
  const [first, ...others] = row.entries.filter((entry) => ('url' in entry ? forCommand : forAddress).length === 0);
  if (first !== undefined) return [first, ...others];
  const unfit = row.entries.some((entry) => 'url' in entry) ? forCommand : forAddress;
  throw new SnapError(
    'usage',
    `${row.id} is ${unfit === forCommand ? 'called by its address' : 'started by a command'}: it takes no ${unfit.join(', ')}.`,
    {
      hint: `How it is documented: ${row.sources[0]}`,
    },
  );
}

/** Relative to where the person is: an assistant would look for it somewhere else. */
function fullPath(system: System, text: string): string {
  return system.resolve(text.replace(/^~(?=[\\/]|$)/, () => system.home));
}

function serverOf(entry: CatalogueEntry, row: CatalogueRow, given: Given, fill: (arg: string) => string): NewServer {
  const names = new Set(row.variables?.map(({ name }) => name));
  // What fills in a variable of the row is no variable of the entry.
  const others = {
    ...given,
    env: new Map([...given.env].filter(([name]) => !names.has(name))),
    fromHere: new Map([...given.fromHere].filter(([name]) => !names.has(name))),
  };
  if ('url' in entry) {
    const server = addressServer(entry.url, { ...others, args: [], env: new Map(), fromHere: new Map() });
    return { ...server, headers: new Map([...Object.entries(entry.headers ?? {}), ...others.headers]) };
  }
  const server = startedServer(entry.command, entry.args.map(fill), { ...others, headers: new Map(), transport: undefined });
  return { ...server, env: new Map([...Object.entries(entry.env ?? {}), ...server.env]) };
}

function missing(row: CatalogueRow, { placeholder, says }: CatalogueBlank): never {
  throw new SnapError('usage', `${row.id} needs ${says}.`, { hint: `Add it: --arg ${placeholder}` });
}

async function askFor({ system, ui }: Asker, row: CatalogueRow, { isPath, says }: CatalogueBlank): Promise<Asked<string>> {
  const prompts = await ui.prompts();
  return asked(
    await prompts.text(`${row.id} needs ${says}:`, {
      validate: async (text) => {
        if (text.trim() === '') return 'Type it, or cancel with Esc.';
        if (isPath !== true) return undefined;
        return (await system.look(fullPath(system, text)))?.kind === 'directory' ? undefined : 'There is no such directory.';
      },
    }),
  );
}
