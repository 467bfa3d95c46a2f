import type { Client } from './client.ts';
import type { EntryForm } from './entry-form.ts';
import { unspellable, type NewServer } from './entry.ts';

/** Why this client has no spelling for a server, in words. */
export function inexpressible(client: Client, form: EntryForm, server: NewServer): { readonly message: string; readonly hint?: string } {
  const reason = unspellable(form, server);
  switch (reason) {
    case 'headers':
      return { message: `${client.name} has no field for the headers this server is sent.` };
    case 'cwd':
      return { message: `${client.name} has no field for the directory this server starts in.` };
    case 'transport':
    case undefined:
      return {
        message: `${client.name} cannot reach a server over ${server.kind === 'url' ? server.transport : 'stdio'}.`,
        hint: `It reads: ${transportsOf(form).join(', ')}.`,
      };
    default:
      return reason satisfies never;
  }
}

/** Why this client does not accept a name for a server; `undefined` when it does. */
export function brokenNameRule(client: Client, name: string): string | undefined {
  if (name === '') return 'A server needs a name.';
  if (/[\u0000-\u001F\u007F-\u009F]/.test(name))
    return 'A server name with control characters is not written: some assistants would show another name than they read.';
  if (client.names === undefined) return undefined;
  const isBroken = !new RegExp(client.names.pattern).test(name) || (client.names.reserved?.includes(name) ?? false);
  return isBroken ? `${client.name} does not accept the name "${name}": ${client.names.says}` : undefined;
}

function transportsOf({ http, sse }: EntryForm): readonly string[] {
  return ['stdio', ...(http === undefined ? [] : ['http']), ...(sse === undefined ? [] : ['sse'])];
}
