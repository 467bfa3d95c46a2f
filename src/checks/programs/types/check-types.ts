import { createHash } from 'node:crypto';
import { join, posix, relative, sep } from 'node:path';
import { isRecord, jsonIn, textIn } from '../../../system/index.ts';
import type { WorkspacePath } from '../../../workspace/index.ts';
import type { LayerContext } from '../../mode.ts';
import { askHost } from '../hosts/hosts.ts';
import type { TypesAnswer, TypesDiagnostic, TypesPart } from '../hosts/messages.ts';
import type { Program } from '../program.ts';
import { readTextBelow } from '../../../workspace/packages/index.ts';
import { runProgram } from '../run-program.ts';
import { parseTsc } from './parse-tsc.ts';

/** What a compiler says, with paths from the root of the workspace. */
export interface TypesResult {
  readonly diagnostics: readonly TypesDiagnostic[];
  /** Why nothing was checked. */
  readonly problem?: string | undefined;
}

/** What the caller of {@link checkTypes} wants beside the result. */
export interface TypesCaller {
  /** Whether a file is looked at before the others. */
  readonly isFirst: (file: WorkspacePath) => boolean;
  /** Files of the workspace; {@link isFirst} chooses among them. */
  readonly files: readonly WorkspacePath[];
  /** Called with what is known while the compiler still runs. The result holds all of it again. */
  readonly onPart: (part: TypesPart) => void;
}

/** Old space of the process that keeps the compiler; 3,400 files take a third of it. */
const maxHostMiB = 3_072;
const maxReferences = 60;
/** Of files that are looked at before the others: beyond it no order helps. */
const maxFirst = 200;

/**
 * Checks what a tsconfig.json names, and the projects that it refers to. TypeScript 4.5 to 6 stays loaded in a host, which knows what an edit
 * affects; version 7 is a program of the machine that is as fast when it is restarted, and other compilers (vue-tsc) are started too.
 */
export async function checkTypes(context: LayerContext, program: Program, config: string, caller: TypesCaller): Promise<TypesResult> {
  const waiting = [config];
  const done = new Set<string>();
  const diagnostics: TypesDiagnostic[] = [];
  const problems: string[] = [];
  for (const one of waiting) {
    if (done.has(one) || done.size >= maxReferences) continue;
    done.add(one);
    const answer = await (staysLoaded(program) ? checkInHost(context, program, one, caller) : checkByStart(context, program, one));
    context.signal.throwIfAborted();
    if (answer.problem !== undefined) problems.push(answer.problem);
    // A config that only refers to others names no files; that is meant.
    const hasOwn = answer.references.length === 0 || answer.hasFiles;
    if (hasOwn) diagnostics.push(...answer.diagnostics);
    waiting.push(...answer.references);
  }
  return { diagnostics, problem: diagnostics.length === 0 ? problems[0] : undefined };
}

interface OneAnswer extends TypesResult {
  /** From the root of the workspace. */
  readonly references: readonly string[];
  readonly hasFiles: boolean;
}

function staysLoaded({ tool, version = '0' }: Program): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return tool === 'tsc' && major < 7 && (major > 4 || (major === 4 && minor >= 5));
}

async function checkInHost(context: LayerContext, program: Program, config: string, caller: TypesCaller): Promise<OneAnswer> {
  const { signal } = context;
  const { system, workspace } = await context.workbench();
  const { root } = workspace;
  const [, entry = ''] = program.command;
  // The file of the program is bin/tsc; the library is beside it.
  const library = join(entry, '..', '..', 'lib', 'typescript.js');
  const question = {
    config: posixPath(join(root, config)),
    buildInfo: posixPath(buildInfoOf(workspace.privateDirectory, program, config)),
    first: caller.files
      .filter(caller.isFirst)
      .slice(0, maxFirst)
      .map((file) => posixPath(join(root, file))),
  };
  const placed = (one: TypesDiagnostic): TypesDiagnostic => ({
    ...one,
    file: one.file === undefined ? undefined : fromRoot(root, one.file),
  });
  const onPart = (part: unknown): void => {
    if (isTypesPart(part)) caller.onPart({ ...part, diagnostics: part.diagnostics.map(placed) });
  };
  const start = { root, directory: program.directory, program: 'typescript-host.mjs', args: [library], maxMiB: maxHostMiB } as const;
  const key = { name: `types ${program.directory}`, state: `${library} ${program.version ?? ''}` };
  const end = await askHost(system, workspace, { key, start, question, signal, onPart });
  if (end.kind === 'late' || end.kind === 'cancelled') return nothing('the compiler was not done in time; it goes on, so ask again');
  const answer = end.kind === 'answer' ? answerIn(end.answer) : undefined;
  // Out of memory, or a version that is not as expected: its own program may still do it.
  if (answer === undefined) return checkByStart(context, program, config);
  return {
    diagnostics: answer.diagnostics.map(placed),
    references: answer.references.map((path) => referenceFrom(root, path)),
    hasFiles: answer.hasFiles,
  };
}

/** What a host of this version of snap answered. */
function answerIn(answer: unknown): TypesAnswer | undefined {
  return isTypesAnswer(answer) ? answer : undefined;
}

/** The host is snap's own, so that the parts of a list are not looked at. A host that an earlier version started may answer otherwise. */
function isTypesAnswer(answer: unknown): answer is TypesAnswer {
  return (
    isRecord(answer) &&
    Array.isArray(answer['diagnostics']) &&
    Array.isArray(answer['references']) &&
    typeof answer['files'] === 'number' &&
    typeof answer['hasFiles'] === 'boolean'
  );
}

/** As {@link isTypesAnswer}. */
function isTypesPart(part: unknown): part is TypesPart {
  return isRecord(part) && Array.isArray(part['diagnostics']) && typeof part['done'] === 'number' && typeof part['of'] === 'number';
}

async function checkByStart(context: LayerContext, program: Program, config: string): Promise<OneAnswer> {
  const { signal, system } = context;
  const { workspace } = await context.workbench();
  const { root } = workspace;
  const { references, hasFiles } = await referencesOf(context, program, config);
  if (!hasFiles) return { diagnostics: [], references, hasFiles };
  const path = posix.relative(program.directory, config);
  const kept = ['--incremental', '--tsBuildInfoFile', buildInfoOf(workspace.privateDirectory, program, config)];
  const args = ['--noEmit', '-p', path, '--pretty', 'false', ...(program.tool === 'tsc' ? kept : [])];
  const result = await runProgram(system, root, { command: program.command, args, directory: program.directory, signal });
  if (result.stopped !== undefined) return nothing('the compiler was not done in time');
  if (result.failure !== undefined) return nothing(`${program.shown} could not be started (${result.failure || 'unknown'})`);
  const found = parseTsc(`${result.stdout}\n${result.stderr}`);
  if (result.code !== 0 && found.length === 0) {
    const said = result.endedBy === undefined ? `code ${result.code ?? 'unknown'}` : result.endedBy;
    return nothing(`${program.tool} ended with ${said} and named no error: ${firstLine(result.stderr || result.stdout)}`);
  }
  const base = join(root, program.directory);
  const diagnostics = found.map((one) => ({ ...one, file: one.file === undefined ? undefined : fromRoot(root, join(base, one.file)) }));
  return { diagnostics, references, hasFiles };
}

/** https://www.typescriptlang.org/docs/handbook/compiler-options.html: `--showConfig` prints the config as it is understood, and checks nothing. */
async function referencesOf(
  context: LayerContext,
  { command, directory }: Program,
  config: string,
): Promise<Pick<OneAnswer, 'references' | 'hasFiles'>> {
  const { signal, system } = context;
  const { root } = (await context.workbench()).workspace;
  if (!(await readTextBelow(system, root, config)).includes('"references"')) return { references: [], hasFiles: true };
  const args = ['--showConfig', '-p', posix.relative(directory, config)];
  const { stdout } = await runProgram(system, root, { command, args, directory, signal });
  const shown = jsonIn(stdout);
  const listed = isRecord(shown) && Array.isArray(shown['references']) ? shown['references'] : [];
  const files = isRecord(shown) && Array.isArray(shown['files']) ? shown['files'] : [];
  const base = posix.dirname(config);
  const references = listed.flatMap((one: unknown) => {
    const path = isRecord(one) ? textIn(one['path']) : undefined;
    return path === undefined ? [] : [configAt(posix.join(base, path))];
  });
  return { references: references.filter((path) => !path.startsWith('..')), hasFiles: files.length > 0 || references.length === 0 };
}

function configAt(path: string): string {
  return path.endsWith('.json') ? path : posix.join(path, 'tsconfig.json');
}

function referenceFrom(root: string, path: string): string {
  return configAt(fromRoot(root, path));
}

function nothing(problem: string): OneAnswer {
  return { diagnostics: [], problem, references: [], hasFiles: true };
}

/** In snap's own directory: the compiler would put it into the workspace. */
function buildInfoOf(privateDirectory: string, { tool, version = '' }: Program, config: string): string {
  const key = createHash('sha256').update(`${tool} ${version} ${config}`).digest('hex').slice(0, 16);
  return join(privateDirectory, 'checks', `${key}.tsbuildinfo`);
}

function fromRoot(root: string, file: string): string {
  return posixPath(relative(root, file));
}

function posixPath(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

function firstLine(text: string): string {
  return (text.split(/\r?\n/).find((line) => line.trim() !== '') ?? 'it printed nothing').trim().slice(0, 300);
}
