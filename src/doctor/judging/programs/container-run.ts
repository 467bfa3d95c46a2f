import { programName } from '../../../machine/index.ts';

/** How the arguments of docker and the like start a program in a container. */
export interface ContainerRun {
  readonly program: string;
  /** `compose` gives input to a service by itself. */
  readonly by: 'engine' | 'compose';
  readonly verb: 'run' | 'exec';
  /** The index of the argument that holds the verb. */
  readonly verbAt: number;
  readonly interactive: boolean;
  readonly noTty: boolean;
  readonly detached: number | undefined;
  /** The arguments that ask for a terminal, with what each is without that; `undefined`: nothing is left of it. */
  readonly tty: readonly { readonly index: number; readonly word: string; readonly without: string | undefined }[];
}

const engines = new Set(['docker', 'podman', 'nerdctl', 'docker-compose', 'podman-compose']);
/** Options of `run` and `exec` that take no value; all others do. https://docs.docker.com/reference/cli/docker/container/run/ */
const withoutValue = new Set(
  (
    'detach interactive tty rm init privileged read-only no-healthcheck oom-kill-disable publish-all sig-proxy disable-content-trust help quiet ' +
    'replace tls-verify no-hosts no-hostname env-host http-proxy rmi latest build no-deps service-ports use-aliases remove-orphans no-TTY ' +
    'no-tty quiet-pull quiet-build debug tls tlsverify version all-resources compatibility dry-run verbose'
  ).split(' '),
);
const shortWithoutValue = /[ditPqTlDV]/;

/** Undefined where the program starts no container, or the server itself is not what runs in it. */
export function containerRun(command: string, args: readonly string[]): ContainerRun | undefined {
  const program = programName(command);
  if (!engines.has(program)) return undefined;
  let isCompose = program.endsWith('-compose');
  let at = afterOptions(args, 0).next;
  for (; args[at] === 'compose' || args[at] === 'container'; at = afterOptions(args, at + 1).next) isCompose ||= args[at] === 'compose';
  const verb = args[at];
  if (verb !== 'run' && verb !== 'exec') return undefined;
  const { options } = afterOptions(args, at + 1);
  const tty = options.flatMap(({ index, word }) => {
    if (/^--tty(=true)?$/.test(word)) return [{ index, word, without: undefined }];
    if (!/^-[a-zA-Z]*t/.test(word) || !isCluster(word)) return [];
    const rest = word.replaceAll(/[dt]/g, '');
    return [{ index, word, without: rest === '-' ? undefined : rest }];
  });
  const has = (long: RegExp, short: string): number | undefined =>
    options.find(({ word }) => long.test(word) || (isCluster(word) && word.includes(short)))?.index;
  return {
    program,
    by: isCompose ? 'compose' : 'engine',
    verb,
    verbAt: at,
    interactive:
      has(/^--interactive(=true)?$|^--attach=stdin$/, 'i') !== undefined ||
      options.some(({ word }) => /^-a=?stdin$/i.test(word)) ||
      takesStdin(args, options),
    noTty: has(/^--no-tty(=true)?$/i, 'T') !== undefined,
    detached: has(/^--detach(=true)?$/, 'd'),
    tty,
  };
}

/** `-a stdin` */
function takesStdin(args: readonly string[], options: readonly Option[]): boolean {
  return options.some(({ index, word }) => /^(-a|--attach)$/.test(word) && /^stdin$/i.test(args[index + 1] ?? ''));
}

interface Option {
  readonly index: number;
  readonly word: string;
}

/** The options from here to the first word that is none: the image, the service, the verb. */
function afterOptions(args: readonly string[], from: number): { readonly options: readonly Option[]; readonly next: number } {
  const options: Option[] = [];
  let at = from;
  for (; at < args.length; at++) {
    const word = args[at] ?? '';
    if (!word.startsWith('-') || word === '-') break;
    if (word === '--') return { options, next: at + 1 };
    options.push({ index: at, word });
    if (takesValue(word)) at++;
  }
  return { options, next: at };
}

function takesValue(word: string): boolean {
  if (word.startsWith('--')) return !word.includes('=') && !withoutValue.has(word.slice(2));
  // `-eNAME=value`, `-p8080:80`: the value follows the letter.
  const letters = word.slice(1);
  const valued = [...letters].findIndex((letter) => !shortWithoutValue.test(letter));
  return valued !== -1 && valued === letters.length - 1;
}

/** Several options of one letter in one word, none of which takes a value except the last. */
function isCluster(word: string): boolean {
  return /^-[a-zA-Z]+$/.test(word) && Array.from(word.slice(1, -1)).every((letter) => shortWithoutValue.test(letter));
}
