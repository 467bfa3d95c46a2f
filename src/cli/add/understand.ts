import type { NewServer } from '../../clients/index.ts';
import { findProgram, isAbsolutePath, shellPath } from '../../machine/index.ts';
import { SnapError } from '../../system/index.ts';
import type { Invocation } from '../command.ts';
import { plain } from '../terminal/style.ts';
import { count } from '../words.ts';
import { rowAt, rowNamed, rowOfPackage, rowOfRepository } from './catalogue/catalogue.ts';
import type { CatalogueRow } from './catalogue/row.ts';
import { commandLine } from './command-line.ts';
import { addressServer, startedServer, type Given } from './given.ts';
import { nameOfAddress, nameOfCommand, nameOfPackage } from './names.ts';
import { ofRow } from './of-row.ts';
import { withoutVersion } from './launched-package.ts';
import { sourceOf } from './source.ts';
import { canAsk, type Asked } from '../asking.ts';
import { whichWord, wordRefused } from './which-word.ts';
import type { Wanted } from './wanted.ts';

/** What a person wants to add. @throws SnapError `usage` where nobody can tell. */
export async function understand(invocation: Invocation, given: Given): Promise<Asked<Wanted>> {
  const { positionals, rest, values } = invocation;
  const [word] = positionals;
  const url = values.text('url');
  const [command, ...args] = rest ?? [];
  if (word === '' || values.text('name') === '') throw new SnapError('usage', 'A server needs a name: this one is empty.');
  if (url !== undefined && command !== undefined) throw new SnapError('usage', 'A server has either --url or a command, not both.');
  if (word !== undefined && values.text('name') !== undefined && (url ?? command) !== undefined)
    throw new SnapError('usage', 'The name is given twice: as a word and with --name.');
  if (url !== undefined) {
    return answer(named(invocation, word, () => nameOfAddress(url), addressServer(url, given)));
  }
  if (command !== undefined) {
    const server = await withSplitCommand(invocation, startedServer(command, args, given));
    return answer(named(invocation, word, () => nameOfCommand([server.command, ...server.args]), server));
  }
  if (word === undefined)
    throw new SnapError('usage', 'Name the server to add: a name of the catalogue, an address, a package or a command.', {
      hint: 'The catalogue: snap mcp add --list. More: snap mcp add --help.',
    });
  return fromWord(invocation, word, given);
}

/** A server that is named by one argument alone. */
async function fromWord(invocation: Invocation, word: string, given: Given): Promise<Asked<Wanted>> {
  const source = sourceOf(word);
  switch (source.kind) {
    case 'address': {
      const server = addressServer(source.url, given);
      return answer(named(invocation, undefined, () => rowAt(source.url)?.id ?? nameOfAddress(source.url), server));
    }
    case 'package': {
      const name = withoutVersion(source.spec, source.registry);
      const start = source.registry === 'npm' ? (['npx', ['-y', source.spec]] as const) : (['uvx', [source.spec]] as const);
      const row = rowOfPackage(name);
      // What the vendor documents beside the package is needed too.
      if (row !== undefined && name === source.spec) return ofRow(invocation, row, given);
      return answer(
        named(invocation, undefined, () => row?.id ?? nameOfPackage(name, source.registry), startedServer(start[0], start[1], given)),
      );
    }
    case 'image': {
      const name = nameOfPackage(withoutVersion(source.image, 'image'), 'image');
      return answer(named(invocation, undefined, () => name, imageServer(source.image, given)));
    }
    case 'command line':
      return answer(ofCommandLine(invocation, source.text, given));
    case 'file':
      return answer(await ofFile(invocation, source.path, given));
    case 'repository': {
      const row = rowOfRepository(source.text);
      if (row !== undefined) return ofRow(invocation, row, given);
      throw new SnapError('usage', 'This is a repository, and how its server is started is not known.', {
        hint: 'Its README says that. Then: snap mcp add npm:<package>, snap mcp add pypi:<package>, or snap mcp add <name> -- <command>.',
      });
    }
    case 'word': {
      const row = rowNamed(source.word) ?? rowOfPackage(withoutVersion(source.word, 'npm'));
      if (row !== undefined) return ofRow(invocation, row, given);
      if (!canAsk(invocation)) throw wordRefused(source.word);
      const meant = await whichWord(invocation, source.word);
      return meant.kind === 'answer' ? fromWord(invocation, meant.value, given) : meant;
    }
    case 'unknown':
      throw new SnapError('usage', 'This is not a name in the catalogue, an address, a package or a command.', {
        hint:
          source.instead === undefined ? 'See "snap mcp add --help".' : `If you mean the address: snap mcp add ${plain(source.instead)}`,
      });
    default:
      return source satisfies never;
  }
}

function answer(value: Wanted): Asked<Wanted> {
  return { kind: 'answer', value };
}

/** @param typed the name as a word. */
function named({ values }: Invocation, typed: string | undefined, infer: () => string | undefined, server: NewServer): Wanted {
  const given = typed ?? values.text('name');
  const name = given ?? infer();
  if (name === undefined || (given === undefined && (name === 'snap' || name === 'snap-mcp')))
    throw new SnapError(
      'usage',
      name === undefined ? 'No name can be taken from this.' : `The name "${name}" is that of snap's own entry.`,
      {
        hint: 'Choose a name with --name <name>.',
      },
    );
  return { name, isInferred: typed === undefined, servers: () => [server] };
}

/** As images are documented to be started: their input stays open, and nothing of them is kept. */
function imageServer(image: string, given: Given) {
  const { args, ...server } = startedServer('docker', [], { ...given, args: [] });
  const env = [...server.env.keys()].flatMap((name) => ['-e', name]);
  return { ...server, args: [...args, 'run', '-i', '--rm', ...env, image, ...given.args] };
}

function ofCommandLine(invocation: Invocation, text: string, given: Given): Wanted {
  const { env, words } = commandLine(text);
  const [command, ...args] = words;
  const server = startedServer(command, args, { ...given, env: new Map([...env, ...given.env]) });
  return named(invocation, undefined, () => rowFor(words)?.id ?? nameOfCommand(words), server);
}

/** The row of which this is the documented command line. */
function rowFor(words: readonly string[]): CatalogueRow | undefined {
  return rowNamed(nameOfCommand(words) ?? '');
}

/** A program or a script of this machine, by its full path: an assistant starts it in a directory of its own. */
async function ofFile(invocation: Invocation, path: string, given: Given): Promise<Wanted> {
  const { system } = invocation;
  const full = system.resolve(path.replace(/^~(?=[\\/])/, () => system.home));
  const interpreter = /\.[cm]?js$/i.test(full) ? 'node' : undefined;
  const seen = await system.look(full);
  if (seen?.kind !== 'file')
    throw new SnapError('usage', `${plain(path)}: there is no such file.`, { hint: 'Give the path of a program or a script.' });
  if (interpreter === undefined && !seen.executable)
    throw new SnapError('usage', `${plain(path)} is not a program by itself.`, {
      hint: `Say what starts it: snap mcp add <name> -- ${/\.py$/i.test(full) ? 'python3' : '<program>'} ${plain(full)}`,
    });
  const server = interpreter === undefined ? startedServer(full, [], given) : startedServer(interpreter, [full], given);
  return named(invocation, undefined, () => nameOfCommand([server.command, ...server.args]), server);
}

/**
 * A command line that came as one word (`-- "npx -y pkg"`), split as a shell splits it. Only where that is clear: there is a program of
 * the first word's name, and none of the whole. Everything else stays, and is judged like every entry.
 */
async function withSplitCommand({ system, ui, values }: Invocation, server: ReturnType<typeof startedServer>) {
  if (!/\s/.test(server.command.trim())) return server;
  const isProgram = async (word: string): Promise<boolean> =>
    isAbsolutePath(word, system.platform)
      ? (await system.look(word))?.kind === 'file'
      : (await findProgram(system, word, shellPath(system))) !== undefined;
  if (await isProgram(server.command)) return server;
  const { splitWords } = await import('../../doctor/index.ts');
  // Other signs are for a shell.
  const [command, ...args] = /[|&;<>()`$*?\n]/.test(server.command) ? [] : (splitWords(server.command.trim()) ?? []);
  if (command === undefined || !(await isProgram(command))) return server;
  if (!values.flag('json'))
    ui.warn(
      `The command was one word; it is written as the program "${plain(command)}" with ${count(args.length + server.args.length, 'argument')}.`,
    );
  return { ...server, command, args: [...args, ...server.args] };
}
