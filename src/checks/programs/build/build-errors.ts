import { isAbsolute, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkspacePath } from '../../../workspace/index.ts';

/** An error as a compiler or bundler wrote it. */
export interface BuildError {
  /** As written: absolute, or from where the program was started. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** `TS2322`, `E0308`; absent where the program has no names for its errors. */
  readonly rule?: string | undefined;
  readonly message: string;
}

/** One form in which programs write an error. It takes one line, or two: then the message is in the one after the place. */
interface Form {
  readonly line: RegExp;
  /** Where the message is in the next line with words, what that line looks like. */
  readonly next?: RegExp;
  /** Where the place comes after the message: a line within the next eight. */
  readonly place?: RegExp;
}

const path = String.raw`(?<file>(?:file:\/\/)?(?:[A-Za-z]:)?[^\s:()[\]'"]*[^\s:()[\]'"\\/]\.[A-Za-z]\w{0,9})`;
const position = String.raw`:(?<line>\d+)(?::(?<column>\d+))?`;

/** Programs whose output these are: tsc; javac by Maven; Kotlin; rustc, gcc, javac, go, python; next, webpack; esbuild, Vite, Rollup; Node. */
const forms: readonly Form[] = [
  { line: /^(?<file>\S[^()]*)\((?<line>\d+),(?<column>\d+)\): error (?<rule>TS\d+): (?<message>.*)$/ },
  { line: /^(?<file>\S[^:]*):(?<line>\d+):(?<column>\d+) - error (?<rule>TS\d+): (?<message>.*)$/ },
  { line: /^\[ERROR\] (?<file>[^[]+):\[(?<line>\d+),(?<column>\d+)\] (?:error: )?(?<message>.*)$/ },
  { line: /^e: (?<file>file:\/\/\S+?):(?<line>\d+):(?<column>\d+) (?<message>.*)$/ },
  { line: new RegExp(String.raw`^\s*${path}${position}:? (?:fatal )?error(?:\[(?<rule>\w+)\])?: (?<message>.*)$`, 'i') },
  { line: new RegExp(String.raw`^(?:vet: )?(?<file>\.{0,2}\/?[^\s:]+\.go)${position}: (?<message>.*)$`) },
  {
    line: new RegExp(String.raw`^(?:ERROR in )?${path}${position}$`),
    next: /^(?:Type error: |Error: )?(?:(?<rule>TS\d+): )?(?<message>\S.*)$/,
  },
  { line: new RegExp(String.raw`^ERROR in ${path} (?<line>\d+):(?<column>\d+)(?:-\d+)?$`), next: /^(?<message>\S.*)$/ },
  { line: /^✘ \[ERROR\] (?<message>.*)$/, place: new RegExp(String.raw`^\s+${path}${position}:$`) },
  {
    line: /^(?:error during build:|\[!\]|x Build failed.*|✗ Build failed.*)\s*(?<message>\S.*)$/,
    place: new RegExp(String.raw`^(?:file: |.*?)${path}${position}`),
  },
  { line: new RegExp(String.raw`^${path} \((?<line>\d+):(?<column>\d+)\): (?<message>.*)$`) },
  { line: new RegExp(String.raw`^${path}:(?<line>\d+)$`), place: /^(?<message>\w*Error(?: \[\w+\])?: .*)$/ },
];

const maxErrors = 200;
const maxLines = 100_000;

/** The errors in the output of a build, in their order; the first one is where to begin. */
export function buildErrors(output: string): readonly BuildError[] {
  const lines = output.split(/\r?\n/, maxLines);
  const found = new Map<string, BuildError>();
  for (const [i, line] of lines.entries()) {
    if (found.size >= maxErrors) break;
    if (line.length > 2_000) continue;
    const error = errorAt(lines, i);
    if (error !== undefined) found.set(`${error.file}:${error.line}:${error.column}:${error.message}`, error);
  }
  return [...found.values()];
}

function errorAt(lines: readonly string[], i: number): BuildError | undefined {
  for (const { line, next, place } of forms) {
    const first = line.exec(lines[i] ?? '')?.groups;
    if (first === undefined) continue;
    const second = next === undefined ? undefined : nextGroups(lines.slice(i + 1, i + 4), next);
    const third = place === undefined ? undefined : nextGroups(lines.slice(i, i + 9), place);
    if ((next !== undefined && second === undefined) || (place !== undefined && third === undefined)) continue;
    const groups = { ...third, ...second, ...defined(first) };
    const message = (groups['message'] || second?.['message'] || '').trim();
    if (message === '' && first['message'] === undefined) continue;
    return {
      file: groups['file'],
      line: numberIn(groups['line']),
      column: numberIn(groups['column']),
      rule: groups['rule'],
      message: message === '' ? 'the build failed here' : message,
    };
  }
  return undefined;
}

function defined(groups: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined && value !== ''));
}

function nextGroups(lines: readonly string[], pattern: RegExp): Readonly<Record<string, string | undefined>> | undefined {
  for (const line of lines) {
    const groups = pattern.exec(line)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** What a failed build said where no error has a form that snap knows: the first line that speaks of one, else the last line. */
export function errorLine(output: string): string {
  const lines = output
    .split(/\r?\n/, maxLines)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isError = (line: string): boolean =>
    /\b(error|failed|cannot|not found|fatal|exception)\b/i.test(line) && !/^(npm|yarn) (error|ERR!) (code|errno|path)/i.test(line);
  return (lines.find(isError) ?? lines.at(-1) ?? 'it printed nothing').slice(0, 500);
}

/** A path that a program wrote, from the root of the workspace; `undefined` for one outside of it. */
export function placeOfError(file: string, root: string, directory: WorkspacePath): WorkspacePath | undefined {
  const plain = file.startsWith('file://') ? fileURLToPath(file) : file;
  const path = relative(root, isAbsolute(plain) ? plain : join(root, directory, plain));
  const slashed = sep === '/' ? path : path.replaceAll(sep, '/');
  return slashed === '' || slashed.startsWith('../') || posix.isAbsolute(slashed) || isAbsolute(slashed) ? undefined : slashed;
}
