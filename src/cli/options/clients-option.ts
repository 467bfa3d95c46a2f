import { clients, type Client } from '../../clients/index.ts';
import { didYouMean, nearest, SnapError } from '../../system/index.ts';
import type { Options, Values } from '../command.ts';
import { plain } from '../terminal/style.ts';

const all: readonly Client[] = clients;

/** Every word that names an assistant, as a flag and after `--client`: its alias, if it has one, and its id. */
export const clientByWord: ReadonlyMap<string, Client> = new Map(
  all.flatMap((client) => [client.alias ?? [], client.id].flat().map((word) => [word, client] as const)),
);

export const clientOptions = {
  client: {
    type: 'string',
    multiple: true,
    short: 'c',
    value: 'id',
    part: 'where',
    help: 'The same by its id; may be repeated',
  },
} as const satisfies Options;

/** `--cursor`, `--vscode` … and `--claude`: a flag for each word. */
export const clientFlags: Options = Object.fromEntries(
  [...clientByWord].map(([word, client]) => [word, { type: 'boolean', part: 'assistant', help: client.name } as const]),
);

/** The clients named by flag or by `--client`, in the order of the registry. */
export function selectedClients(values: Values): readonly Client[] {
  const ids = new Set(
    values
      .texts('client')
      .flatMap((list) => list.split(','))
      .map(clientId),
  );
  for (const id of Object.keys(clientFlags)) if (values.flag(id)) ids.add(clientId(id));
  return all.filter((client) => ids.has(client.id));
}

function clientId(text: string): string {
  const client = clientByWord.get(text);
  if (client !== undefined) return client.id;
  // A name as the assistant has it ("Claude Code") is a slip of an id too.
  const words = new Map(all.flatMap((one) => [one.id, one.name, one.alias ?? []].flat().map((word) => [word, one.id] as const)));
  const near = new Set(nearest(text, words.keys()).map((word) => words.get(word) ?? word));
  throw new SnapError('usage', `No assistant is called "${plain(text).slice(0, 60)}".`, {
    hint: `${didYouMean([...near])} "snap scan --all" lists all.`.trimStart(),
  });
}
