import { typedVariables, type NewServer, type Scope } from '../../clients/index.ts';
import { SnapError, type System } from '../../system/index.ts';
import type { Invocation, Values } from '../command.ts';
import { scopeOf } from '../options/selection.ts';
import type { CatalogueRow } from './catalogue/row.ts';

/** What was typed after `snap mcp add`. */
export interface AddOptions {
  /** A name, or what says by itself which server is meant. */
  readonly word: string | undefined;
  /** `--name`. */
  readonly name: string | undefined;
  readonly url: string | undefined;
  /** The words after `--`. */
  readonly command: readonly string[];
  readonly given: Given;
  readonly scope: Scope | undefined;
  readonly force: boolean;
  readonly withSecrets: boolean;
}

/** What is to be added, once it is clear what a person named. */
export interface Wanted {
  readonly name: string;
  /** It was not typed, so the report says it. */
  readonly isInferred: boolean;
  /** Of these, the first one that an assistant can have is written. @param isShared for the file of a project */
  readonly servers: (isShared: boolean) => readonly [NewServer, ...NewServer[]];
  readonly row?: CatalogueRow | undefined;
  /** It came with values that nobody typed for this machine. */
  readonly isPasted?: true;
}

/** What the options say about the server. */
export interface Given {
  /** `--env NAME=value`. */
  readonly env: ReadonlyMap<string, string>;
  /** `--env NAME`: the value that the variable has here. */
  readonly fromHere: ReadonlyMap<string, string>;
  readonly headers: ReadonlyMap<string, string>;
  /** `--arg`. */
  readonly args: readonly string[];
  readonly transport: 'http' | 'sse' | 'stdio' | undefined;
}

/** @throws SnapError `usage` */
export function addOptionsOf({ positionals, rest = [], system, values }: Invocation): AddOptions {
  const [word] = positionals;
  const [name, url] = [values.text('name'), values.text('url')];
  if (word === '' || name === '') throw new SnapError('usage', 'A server needs a name: this one is empty.');
  if (url !== undefined && rest.length > 0) throw new SnapError('usage', 'A server has either --url or a command, not both.');
  if (word !== undefined && name !== undefined && (url ?? rest[0]) !== undefined)
    throw new SnapError('usage', 'The name is given twice: as a word and with --name.');
  return {
    word,
    name,
    url,
    command: rest,
    given: givenIn(values, system),
    scope: scopeOf(values.text('scope')),
    force: values.flag('force'),
    withSecrets: values.flag('with-secrets'),
  };
}

/** The options as values. @throws SnapError `usage` */
function givenIn(values: Values, { env }: Pick<System, 'env'>): Given {
  const names = values.texts('env').filter((text) => /^\w+$/.test(text));
  return {
    env: pairs(
      values.texts('env').filter((text) => !names.includes(text)),
      /^([^=\s]+)=(.*)$/s,
      '--env expects NAME=value, or the NAME of a variable that is set here.',
    ),
    fromHere: new Map(names.map((name) => [name, setHere(name, env)])),
    headers: pairs(values.texts('header'), /^([^=:\r\n]+)[=:]\s*([^\r\n]*)$/, '--header expects NAME=value, in one line.'),
    args: values.texts('arg'),
    transport: transportOf(values.text('transport')),
  };
}

function setHere(name: string, env: System['env']): string {
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  throw new SnapError('usage', `--env ${name}: there is no variable ${name} here to take the value from.`, {
    hint: `Set it first, or give the value: --env ${name}=<value>.`,
  });
}

function transportOf(text: string | undefined): Given['transport'] {
  if (text === undefined || text === 'http' || text === 'sse' || text === 'stdio') return text;
  throw new SnapError('usage', `--transport ${text}: no such transport.`, {
    hint: 'For a server with an address: http, sse. One that is started by a command always speaks stdio.',
  });
}

/** The message names no value: it may be a secret. */
function pairs(texts: readonly string[], form: RegExp, message: string): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const [, key, value] = form.exec(text) ?? [];
      if (key === undefined || value === undefined) throw new SnapError('usage', message);
      return [key.trim(), value];
    }),
  );
}

/** @throws SnapError `usage` when an option does not fit a server that is called by its address. */
export function addressServer(url: string, { args, env, fromHere, headers, transport }: Given): NewServer & { readonly kind: 'url' } {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new SnapError('usage', '--url: expected an http or https address.');
  if (args.length > 0) throw new SnapError('usage', '--arg is for servers with a command.');
  if (transport === 'stdio')
    throw new SnapError('usage', '--transport stdio: a server with an address is called over http or sse.', {
      hint: 'Leave it out, or name the command that starts the server: snap mcp add <name> -- <command>.',
    });
  const server = { kind: 'url', transport: transport ?? transportOfAddress(url), url, headers } as const;
  const used = typedVariables(server);
  const unused = [...env.keys(), ...fromHere.keys()].find((name) => !used.includes(name));
  if (unused !== undefined)
    throw new SnapError('usage', `--env ${unused}: nothing in the address or the headers refers to it.`, {
      hint: `A server with an address gets no environment variables. Refer to it, for example: --header 'Authorization: Bearer \${${unused}}'`,
    });
  return server;
}

/** By convention, addresses of the older transport end in `/sse`. */
function transportOfAddress(url: string): 'http' | 'sse' {
  return /\/sse\/?$/.test(new URL(url).pathname) ? 'sse' : 'http';
}

/** @throws SnapError `usage` when an option does not fit a server that is started. */
export function startedServer(command: string, args: readonly string[], given: Given): NewServer & { readonly kind: 'command' } {
  if (given.headers.size > 0) throw new SnapError('usage', '--header is for servers with an address.');
  if (given.transport === 'http' || given.transport === 'sse')
    throw new SnapError(
      'usage',
      `--transport ${given.transport}: this server is started by a command, and then the transport is always stdio.`,
      {
        hint: 'Leave it out. It says how a server with an address is called: snap mcp add <name> --url <url> --transport sse.',
      },
    );
  const env = new Map([...given.env, ...[...given.fromHere.keys()].map((name) => [name, `\${${name}}`] as const)]);
  return { kind: 'command', command, args: [...args, ...given.args], env };
}
