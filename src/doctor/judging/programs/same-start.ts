import { meaningFor, showServer } from '../../../clients/index.ts';
import { isAbsolutePath, joinPath, programName } from '../../../machine/index.ts';
import { cut } from '../../../system/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { behindCmd } from './known-programs.ts';

/**
 * What an entry starts or calls, in a form that can be compared between clients: the name of the program (its path differs from client to
 * client), its arguments with the variables filled in, or the address. Without environment and headers, which differ between accounts.
 * `undefined` for an entry that is not a server.
 */
export function comparableStart(target: EntryFacts, { facts }: Pick<Setup, 'facts'>): string | undefined {
  const { client, command, file, startsIn } = target;
  const { server } = target.entry;
  const mean = (text: string): string => meaningFor(text, { client, place: file.place });
  if (server.kind === 'url') return JSON.stringify(['url', mean(server.url.replace(/\/+$/, ''))]);
  if (server.kind !== 'command' || command === undefined) return undefined;
  const words = behindCmd([command.command, ...command.args]);
  const bridged = addressBehindBridge(words);
  if (bridged !== undefined) return JSON.stringify(['url', mean(bridged.replace(/\/+$/, ''))]);
  const [program = '', ...args] = words;
  const from = command.cwd !== undefined && isAbsolutePath(command.cwd, facts.platform) ? command.cwd : startsIn;
  const whole = (arg: string): string =>
    from !== undefined && /^\.{1,2}([\\/]|$)/.test(arg) ? joinPath(from, arg, facts.platform).replace(/[\\/]$/, '') : arg;
  return JSON.stringify([
    programName(program),
    ...args.filter((arg) => arg !== '-y' && arg !== '--yes').map((arg) => mean(whole(arg).replace(/@latest$/, ''))),
  ]);
}

/** A bridge calls an address for clients that only start programs. https://github.com/geelen/mcp-remote */
function addressBehindBridge(words: readonly string[]): string | undefined {
  const bridge = words.findIndex((word) => /^mcp-remote(@|$)/.test(word));
  return bridge === -1 ? undefined : words.slice(bridge + 1).find((word) => /^https?:\/\//.test(word));
}

/** What an entry starts or calls, short and without secrets. */
export function describeStart({ entry }: EntryFacts, { home }: Pick<Setup, 'home'>): string {
  const { args, command, url } = showServer(entry.server);
  const text = (command === null ? (url ?? '') : [command, ...args].join(' ')).replaceAll(home, () => '~');
  return cut(text, maxLength);
}

const maxLength = 70;
