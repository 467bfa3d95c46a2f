import type { NewServer } from '../../clients/index.ts';
import { findProgram, isAbsolutePath, shellPath } from '../../machine/index.ts';
import { didYouMean, SnapError, type System } from '../../system/index.ts';
import { shellWords } from '../../text/index.ts';
import { asked, type Asked, type Asker } from '../asking.ts';
import { plain } from '../terminal/style.ts';
import { count } from '../words.ts';
import { catalogue, nearRows, rowAt, rowNamed, rowOfPackage, rowOfRepository } from './catalogue/catalogue.ts';
import type { CatalogueRow } from './catalogue/row.ts';
import { addressServer, startedServer, type AddOptions, type Given, type Wanted } from './given.ts';
import { withoutVersion } from './launched-package.ts';
import { nameOfAddress, nameOfCommand, nameOfPackage } from './names.ts';
import { ofRow } from './of-row.ts';
import { pastedServers } from './pasted.ts';
import { commandLine, sourceOf } from './source.ts';

/** The servers that a person wants to add: one, or all of a pasted block. @throws SnapError `usage` where nobody can tell. */
export async function understand(options: AddOptions, asker: Asker): Promise<Asked<readonly Wanted[]>> {
  const { command: line, given, url, word } = options;
  const [command, ...args] = line;
  if (url !== undefined) {
    return answer(named(options, word, () => nameOfAddress(url), addressServer(url, given)));
  }
  if (command !== undefined) {
    const server = await withSplitCommand(asker, startedServer(command, args, given));
    return answer(named(options, word, () => nameOfCommand([server.command, ...server.args]), server));
  }
  if (word !== undefined) return fromWord(options, word, asker);
  if (asker.canAsk) return chooseFromCatalogue(options, asker);
  throw new SnapError('usage', 'Name the server to add: a name of the catalogue, an address, a package, a command or JSON.', {
    hint: 'The catalogue: snap mcp add --list. More: snap mcp add --help.',
  });
}

/** Lets a person choose a server of the catalogue. */
async function chooseFromCatalogue(options: AddOptions, asker: Asker): Promise<Asked<readonly Wanted[]>> {
  const prompts = await asker.ui.prompts();
  const choices = catalogue.map(({ aliases = [], id, says }) => ({ value: id, label: id, hint: [says, ...aliases].join(', ') }));
  const chosen = asked(await prompts.find('Which server?', choices));
  if (chosen.kind === 'left') return chosen;
  const row = rowNamed(chosen.value);
  if (row === undefined) throw new TypeError('a choice is a row of the catalogue');
  return one(await ofRow(options, row, asker));
}

/** A server that is named by one argument alone. */
async function fromWord(options: AddOptions, word: string, asker: Asker): Promise<Asked<readonly Wanted[]>> {
  const { given } = options;
  const source = sourceOf(word);
  switch (source.kind) {
    case 'address': {
      const server = addressServer(source.url, given);
      return answer(named(options, undefined, () => rowAt(source.url)?.id ?? nameOfAddress(source.url), server));
    }
    case 'package': {
      const name = withoutVersion(source.spec, source.registry);
      const start = source.registry === 'npm' ? (['npx', ['-y', source.spec]] as const) : (['uvx', [source.spec]] as const);
      const row = rowOfPackage(name);
      // What the vendor documents beside the package is needed too.
      if (row !== undefined && name === source.spec) return one(await ofRow(options, row, asker));
      return answer(
        named(options, undefined, () => row?.id ?? nameOfPackage(name, source.registry), startedServer(start[0], start[1], given)),
      );
    }
    case 'image': {
      const name = nameOfPackage(withoutVersion(source.image, 'image'), 'image');
      return answer(named(options, undefined, () => name, imageServer(source.image, given)));
    }
    case 'json':
      return { kind: 'answer', value: fromJson(options, source.text) };
    case 'command line':
      return answer(ofCommandLine(options, source.text));
    case 'file':
      return answer(await ofFile(options, source.path, asker.system));
    case 'repository': {
      const row = rowOfRepository(source.text);
      if (row !== undefined) return one(await ofRow(options, row, asker));
      throw new SnapError('usage', 'This is a repository, and how its server is started is not known.', {
        hint: 'Its README says that. Then: snap mcp add npm:<package>, snap mcp add pypi:<package>, or snap mcp add <name> -- <command>.',
      });
    }
    case 'word': {
      const row = rowNamed(source.word) ?? rowOfPackage(withoutVersion(source.word, 'npm'));
      if (row !== undefined) return one(await ofRow(options, row, asker));
      if (!asker.canAsk) throw wordRefused(source.word);
      const meant = await whichWord(asker, source.word);
      return meant.kind === 'answer' ? fromWord(options, meant.value, asker) : meant;
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

function answer(value: Wanted): Asked<readonly Wanted[]> {
  return { kind: 'answer', value: [value] };
}

function one(found: Asked<Wanted>): Asked<readonly Wanted[]> {
  return found.kind === 'answer' ? answer(found.value) : found;
}

/** The entries of a pasted block. @throws SnapError `usage` for an option that could be meant for one of them only. */
function fromJson(options: AddOptions, text: string): readonly Wanted[] {
  const { env, fromHere, headers, args, transport } = options.given;
  if (env.size + fromHere.size + headers.size + args.length > 0 || transport !== undefined)
    throw new SnapError('usage', 'A pasted entry has its own environment, headers and arguments.', {
      hint: 'Change the JSON, or leave out --env, --header, --arg and --transport.',
    });
  const pasted = pastedServers(text);
  if (options.name !== undefined && pasted.length > 1)
    throw new SnapError('usage', `--name is for one server, and the JSON has ${pasted.length}.`);
  return pasted.map(({ name, server }) => {
    const infer = (): string | undefined =>
      name ?? (server.kind === 'url' ? nameOfAddress(server.url) : nameOfCommand([server.command, ...server.args]));
    return { ...named(options, undefined, infer, server), isPasted: true };
  });
}

/** @param typed the name as a word. */
function named({ name: option }: AddOptions, typed: string | undefined, infer: () => string | undefined, server: NewServer): Wanted {
  const given = typed ?? option;
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

function ofCommandLine(options: AddOptions, text: string): Wanted {
  const { given } = options;
  const { env, words } = commandLine(text);
  const [command, ...args] = words;
  const server = startedServer(command, args, { ...given, env: new Map([...env, ...given.env]) });
  return named(options, undefined, () => rowFor(words)?.id ?? nameOfCommand(words), server);
}

/** The row of which this is the documented command line. */
function rowFor(words: readonly string[]): CatalogueRow | undefined {
  return rowNamed(nameOfCommand(words) ?? '');
}

/** A program or a script of this machine, by its full path: an assistant starts it in a directory of its own. */
async function ofFile(options: AddOptions, path: string, system: System): Promise<Wanted> {
  const { given } = options;
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
  return named(options, undefined, () => nameOfCommand([server.command, ...server.args]), server);
}

/**
 * A command line that came as one word (`-- "npx -y pkg"`), split as a shell splits it. Only where that is clear: there is a program of
 * the first word's name, and none of the whole. Everything else stays, and is judged like every entry.
 */
async function withSplitCommand({ isQuiet, system, ui }: Asker, server: ReturnType<typeof startedServer>) {
  if (!/\s/.test(server.command.trim())) return server;
  const isProgram = async (word: string): Promise<boolean> =>
    isAbsolutePath(word, system.platform)
      ? (await system.look(word))?.kind === 'file'
      : (await findProgram(system, word, shellPath(system))) !== undefined;
  if (await isProgram(server.command)) return server;
  // Other signs are for a shell.
  const [command, ...args] = /[|&;<>()`$*?\n]/.test(server.command) ? [] : (shellWords(server.command.trim(), 'as it is') ?? []);
  if (command === undefined || !(await isProgram(command))) return server;
  if (!isQuiet)
    ui.warn(
      `The command was one word; it is written as the program "${plain(command)}" with ${count(args.length + server.args.length, 'argument')}.`,
    );
  return { ...server, command, args: [...args, ...server.args] };
}

/** No argument is empty. */
const nothing = '';

/** A word that is no name of the catalogue may be a package of two registries, or a mistake: it is never guessed. */
export function wordRefused(word: string): SnapError {
  const near = nearRows(word).map(({ id }) => `snap mcp add ${id}`);
  const forms = `"snap mcp add npm:${plain(word)}" or "snap mcp add pypi:${plain(word)}"`;
  return new SnapError('usage', `"${plain(word)}" is not in the catalogue, and a package of that name may be anyone's.`, {
    hint: `${didYouMean(near)} If you mean the package: ${forms}. "snap mcp add --list" shows all names.`.trimStart(),
  });
}

/** The same as a question. The answer is an argument that says which one. Enter alone adds no stranger's package. */
export async function whichWord({ ui }: Asker, word: string): Promise<Asked<string>> {
  const prompts = await ui.prompts();
  const shown = plain(word);
  const reply = asked(
    await prompts.select(`"${shown}" is not in the catalogue. What is it?`, [
      ...nearRows(word).map(({ id, says }) => ({ value: id, label: id, hint: says })),
      { value: nothing, label: 'a mistake: add nothing' },
      { value: `npm:${word}`, label: `the npm package ${shown}`, hint: 'anyone may have published it' },
      { value: `pypi:${word}`, label: `the Python package ${shown}`, hint: 'anyone may have published it' },
    ]),
  );
  return reply.kind === 'answer' && reply.value === nothing ? { kind: 'left', how: 'declined' } : reply;
}
