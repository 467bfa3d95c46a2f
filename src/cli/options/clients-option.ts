import { clients, type Client } from '../../clients/index.ts';
import { SnapError } from '../../system/index.ts';
import type { Options, Values } from '../command.ts';

/** The specification's short names beside the ids. */
const aliases: Readonly<Record<string, string>> = { claude: 'claude-desktop' };

export const clientOptions = {
  client: { type: 'string', multiple: true, short: 'c', value: 'id', help: 'Only this assistant (see "snap clients"); may be repeated' },
} as const satisfies Options;

/** `--cursor`, `--vscode` … and `--claude`, one flag for each row of the registry. */
export const clientFlags: Options = {
  claude: { type: 'boolean', help: 'Claude Desktop' },
  ...Object.fromEntries(clients.map((client) => [client.id, { type: 'boolean', help: client.name }])),
};

/** The clients named by flag or by `--client`, in the order of the registry. */
export function selectedClients(values: Values): readonly Client[] {
  const ids = new Set(
    values
      .texts('client')
      .flatMap((list) => list.split(','))
      .map(clientId),
  );
  for (const id of Object.keys(clientFlags)) if (values.flag(id)) ids.add(clientId(id));
  return clients.filter((client) => ids.has(client.id));
}

function clientId(text: string): string {
  const id = aliases[text] ?? text;
  if (clients.some((client) => client.id === id)) return id;
  const near = clients.map((client) => client.id).filter((other) => other.startsWith(id.slice(0, 3)));
  throw new SnapError('usage', `No assistant is called "${text}".`, {
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}? "snap clients" lists all.` : '"snap clients" lists all.',
  });
}
