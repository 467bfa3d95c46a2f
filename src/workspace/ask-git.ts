import {
  cleanLine,
  cut,
  displayPath,
  pathsOf,
  programNamed,
  projectAroundPlace,
  type ProgramExit,
  type ProgramFailure,
  type System,
} from '../system/index.ts';
import { projectAroundOwn } from './own-place.ts';
import { repositoryOf } from './repository.ts';
import type { Workspace } from './workspace.ts';

/** A hint from history is not worth a longer wait. */
const shortMs = 5_000;
/** How long git is not called again after it did not answer: each tool calls it several times, and every call would wait for nothing. */
const restMs = 30_000;

/** When git said nothing at all, by workspace. */
const silentAt = new WeakMap<Workspace, number>();
const silentAfter = (ms: number): string => `git did not answer within ${ms === 1_000 ? 'a second' : `${ms / 1000} seconds`}.`;
/** What git was asked and did not begin to answer yet, by workspace. */
const open = new WeakMap<Workspace, SilentQuestions>();

export interface GitAnswer {
  /** What it wrote; the beginning of it when `problem` says that it was stopped. */
  readonly output: Buffer;
  /** Why the answer is not whole, in a sentence. */
  readonly problem?: string | undefined;
}

export interface GitQuestion {
  /** More of an answer is not read. */
  readonly maxBytes: number;
  /** Settings that count before all others: `name=value`. */
  readonly settings?: readonly string[];
  /** What it reads. */
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that a question about many commits may take; 5,000 without it. */
  readonly maxMs?: number | undefined;
}

/**
 * Programs that the repository's own settings name are not started: others wrote them, and looking at a repository must run nothing of it.
 * Names as in https://git-scm.com/docs/git-config; `log.showSignature` would start `gpg.program`.
 */
const trusted = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'diff.external=',
  'diff.ignoreSubmodules=all',
  'log.showSignature=false',
  'protocol.allow=never',
  'submodule.recurse=false',
];

/** Asks git about the workspace. Never throws, takes no lock, changes nothing, prompts for nothing, and ends with the signal. */
export async function askGit(system: System, workspace: Workspace, args: readonly string[], question: GitQuestion): Promise<GitAnswer> {
  const { input, maxBytes, maxMs = shortMs, settings = [], signal } = question;
  const isWithdrawn = (): boolean => signal?.aborted === true;
  if (isWithdrawn()) return { output: Buffer.alloc(0), problem: withdrawn };
  if (performance.now() - (silentAt.get(workspace) ?? -Infinity) < restMs)
    return { output: Buffer.alloc(0), problem: silentAfter(shortMs) };
  const tooLarge = await tooLargeForGit(system, workspace);
  if (tooLarge !== undefined) return { output: Buffer.alloc(0), problem: tooLarge };
  const git = await programNamed(system, 'git', { workspace: workspace.root });
  if (git === undefined) return { output: Buffer.alloc(0), problem: 'git is not installed, or not on the PATH.' };
  const options = [...trusted, ...settings].flatMap((setting) => ['-c', setting]);
  const output: Uint8Array[] = [];
  let length = 0;
  let errors = '';
  let problem: string | undefined;
  const questions = open.get(workspace) ?? new SilentQuestions();
  open.set(workspace, questions);
  // The kind is the command, such as `status`; what it is asked about does not matter.
  const asked = questions.ask(args.find((one) => !one.startsWith('-')) ?? '', performance.now());
  const limitMs = Math.min(maxMs, asked.maxMs);
  let stop: (why: string) => void = () => undefined;
  const stopped = new Promise<void>((settle) => {
    stop = (why) => {
      problem ??= why;
      settle();
    };
  });
  const program = await system.spawn(git, ['--no-optional-locks', '--no-pager', ...options, '-C', workspace.root, ...args], {
    // Windows looks for programs there first, so it is not the workspace.
    cwd: system.platform === 'win32' ? system.home : '/',
    env: environment(system, workspace.root),
    // What it starts (a filter from the person's own settings) is a plain child of it, and there are many questions.
    staysInGroup: true,
    onOutput: (bytes) => {
      asked.over();
      if (length < maxBytes) output.push(bytes);
      length += bytes.length;
      if (length > maxBytes) stop('The answer of git is longer than is read.');
    },
    onErrorOutput: (bytes) => (errors = (errors + Buffer.from(bytes).toString('utf8')).slice(0, 4096)),
  });
  const timer = setTimeout(() => {
    // One that was in the middle of a long answer works. One that had less time than usual may work too.
    if (length === 0 && limitMs === maxMs) silentAt.set(workspace, performance.now());
    stop(silentAfter(limitMs));
  }, limitMs);
  const onAbort = (): void => stop(withdrawn);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (isWithdrawn()) onAbort();
  try {
    if (input !== undefined) program.write(input);
    program.endInput();
    const end = await Promise.race([program.ended, stopped]);
    const said = problem ?? (end === undefined ? undefined : problemOf(system, end, errors));
    return { output: Buffer.concat(output).subarray(0, maxBytes), problem: said };
  } finally {
    asked.over();
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    await program.kill();
  }
}

/** Of a file that git reads whole: a hundred times as much as any that is in use. */
const maxRead = 64 * 1024 * 1024;

/** git takes as much memory as these files have bytes, and others may have written them. */
async function tooLargeForGit(system: System, { root }: Workspace): Promise<string | undefined> {
  const paths = pathsOf(system);
  const repository = await repositoryOf(system, root);
  if (repository === undefined) return undefined;
  const common = repository.common ?? repository.directory;
  const read = [
    paths.join(repository.root, '.gitignore'),
    ...(root === repository.root ? [] : [paths.join(root, '.gitignore')]),
    paths.join(common, 'info', 'exclude'),
    paths.join(common, 'packed-refs'),
  ];
  const sizes = await Promise.all(read.map(async (path) => (await system.look(path))?.size ?? 0));
  const at = sizes.findIndex((size) => size > maxRead);
  return at === -1 ? undefined : `${displayPath(read[at] ?? '', system)} is larger than 64 MiB, so git is not asked.`;
}

/** The caller no longer waits; the answer says nothing about the repository. */
export const withdrawn = 'The question was withdrawn.';

/**
 * What git needs to find itself, the person's own settings and nothing else: no `GIT_DIR` of a caller. Settings name programs, so where the project says
 * that the person's settings are in it, there are none.
 */
function environment(system: System, root: string): Readonly<Record<string, string>> {
  const isProjects = hasSettingsInProject(system, root);
  const names = [
    ...(isProjects ? [] : ['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA']),
    'SystemRoot',
    'TEMP',
  ];
  const kept = names.flatMap((name) => {
    const value = system.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    ...(isProjects ? { GIT_CONFIG_GLOBAL: '/dev/null' } : {}),
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
  };
}

/** Whether the home is in any project, or another place where git looks for settings in that which is worked in. */
function hasSettingsInProject(system: System, root: string): boolean {
  const { cwd, env, home } = system;
  const paths = pathsOf(system);
  if (projectAroundPlace(home, home, home) !== undefined) return true;
  return ['XDG_CONFIG_HOME', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA'].some((name) => {
    const value = env[name] ?? '';
    // A relative one is another directory for git, which is started elsewhere.
    const path = paths.isAbsolute(value) ? value : paths.join(cwd, value);
    return value !== '' && projectAroundOwn(system, { path, usual: paths.join(home, '.config') }, { root }) !== undefined;
  });
}

function problemOf(system: System, end: ProgramExit | ProgramFailure, errors: string): string | undefined {
  if ('failure' in end) {
    return `git could not be started (${end.failure || 'unknown'}).`;
  }
  if (end.code === 0) return undefined;
  if (errors.includes('not a git repository')) return 'The workspace is in no git repository.';
  if (errors.includes('dubious ownership')) {
    return 'The repository belongs to another user, so git does not read it. If you trust it, add its directory to safe.directory in your git settings.';
  }
  if (errors.includes('must be run in a work tree')) return noWorkTree;
  const line = cleanLine(errors.split('\n', 1)[0] ?? '');
  const said = system.home.length > 1 ? line.replaceAll(system.home, displayPath(system.home, system)) : line;
  return `git failed: ${cut(said, 200) || `exit ${end.code ?? end.signal ?? 'unknown'}`}`;
}

export const noWorkTree = 'The repository has no work tree here.';

/** Milliseconds after which a question is called silent: less than the start of a task waits for it, so that the next tool finds it so. */
const silentMs = 1_000;
/** What a question may take while an earlier one of its kind is silent. */
const besideSilentMs = 1_000;

/**
 * The questions to a program that have no answer yet, by kind. Where one is silent, the next of its kind probably will be too, so it gets
 * less time.
 */
export class SilentQuestions {
  readonly #askedAt = new Map<symbol, { readonly kind: string; readonly atMs: number }>();

  /** @returns what says that the question was answered, or given up. */
  ask(kind: string, nowMs: number): { readonly maxMs: number; over(): void } {
    const isSilent = [...this.#askedAt.values()].some((one) => one.kind === kind && nowMs - one.atMs >= silentMs);
    const key = Symbol(kind);
    this.#askedAt.set(key, { kind, atMs: nowMs });
    return { maxMs: isSilent ? besideSilentMs : Infinity, over: () => void this.#askedAt.delete(key) };
  }
}
