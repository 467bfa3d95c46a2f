import {
  literalSecrets,
  spellVariableFor,
  translateTyped,
  type Client,
  type ConfigPlace,
  type Destination,
  type NewServer,
} from '../clients/index.ts';
import type { EntryChoice } from './snap-entry.ts';

/** What a person allows beside the server itself. */
export interface TypedEntryOptions {
  readonly name: string;
  /** Write a secret as plain text also into a file that is meant to be committed. */
  readonly withSecrets: boolean;
}

/** A server that a person typed, for one file of one client: references to variables in the client's spelling. */
export function typedEntry(
  server: NewServer,
  { name, withSecrets }: TypedEntryOptions,
): (client: Client, place: ConfigPlace) => EntryChoice {
  return (client, place) => {
    const to = { client, place };
    const translated = translateTyped(server, to);
    if (translated.kind === 'refused') return { hint: `See ${client.docs}.`, ...translated };
    const secrets = place.scope === 'project' && !withSecrets ? literalSecrets(translated.server) : [];
    if (secrets.length === 0) return translated;
    return {
      kind: 'refused',
      message: `The file of a project is meant to be committed, and there is a secret as plain text in this entry (${secrets.join(', ')}).`,
      hint: `${insteadOf(server, secrets[0] ?? '', name, to)} Or write it anyway with --with-secrets.`,
    };
  };
}

/** The option to type instead, with a variable as this client spells it. */
function insteadOf(server: NewServer, where: string, name: string, to: Destination): string {
  const variable = /^the variable (\w+)$/.exec(where)?.[1];
  const header = /^the header ([\w-]+)$/.exec(where)?.[1];
  if (server.kind === 'command' && variable !== undefined) {
    const spelled = spelledFor({ ...server, args: [], env: new Map([[variable, `\${${variable}}`]]) }, to, variable);
    if (spelled !== undefined) return `Let it come from the environment: --env ${variable}='${spelled}'.`;
  }
  if (server.kind === 'url' && header !== undefined) {
    const scheme = /^(bearer|basic|token)\s/i.exec(server.headers.get(header) ?? '')?.[0] ?? '';
    const from = /^authorization$/i.test(header)
      ? `${name}_token`.replaceAll(/\W+/g, '_').toUpperCase()
      : header.replaceAll('-', '_').toUpperCase();
    const spelled = spelledFor({ ...server, headers: new Map([[header, `${scheme}\${${from}}`]]) }, to, from);
    if (spelled !== undefined) return `Let it come from the environment: --header '${header}: ${scheme}${spelled}'.`;
  }
  const question = to.client.variables.includes('${input:id}') ? ' (or "${input:…}", which it asks for)' : '';
  return `Take it out${question}, let the server read it from its environment, or use --scope global.`;
}

/** The variable in the client's spelling, or in the neutral one where the client names it in a member of its own. */
function spelledFor(server: NewServer, to: Destination, name: string): string | undefined {
  return translateTyped(server, to).kind === 'refused' ? undefined : (spellVariableFor(name, to) ?? `\${${name}}`);
}
