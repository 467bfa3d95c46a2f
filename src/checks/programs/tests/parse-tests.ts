import { isRecord, jsonIn, textIn } from '../../../system/index.ts';

/** A test that failed, or a file of tests that could not be run. */
export interface FailedTest {
  /** As the runner wrote it; absent where it does not say. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The full name; of a file that could not be run, its path. */
  readonly name: string;
  readonly message: string;
}

/** What a run of tests says. */
export interface TestRun {
  /** Tests that ran to an end. */
  readonly count: number;
  readonly failed: readonly FailedTest[];
  /** Files of tests that could not be loaded; they are among {@link failed}, and none of their tests ran. */
  readonly notLoaded?: number;
}

/** The report that vitest and jest share. https://vitest.dev/guide/reporters#json-reporter, https://jestjs.io/docs/configuration#testresultsprocessor-string */
export function parseJestReport(text: string): TestRun | undefined {
  const said = jsonIn(text);
  const files = isRecord(said) ? said['testResults'] : undefined;
  if (!Array.isArray(files)) return undefined;
  const failed: FailedTest[] = [];
  let count = 0;
  for (const one of files.filter(isRecord)) {
    const file = textIn(one['name']);
    const tests = (Array.isArray(one['assertionResults']) ? one['assertionResults'] : []).filter(isRecord);
    const run = tests.filter(({ status }) => status === 'passed' || status === 'failed');
    count += run.length;
    const broken = run.filter(({ status }) => status === 'failed');
    for (const test of broken) failed.push(jestFailure(test, file));
    if (one['status'] === 'failed' && broken.length === 0)
      failed.push({
        file,
        ...placeIn(textIn(one['message']) ?? '', file),
        name: file ?? 'a file of tests',
        message: firstLine(textIn(one['message']) ?? 'it could not be run'),
      });
  }
  return { count, failed };
}

function jestFailure(test: Readonly<Record<string, unknown>>, file: string | undefined): FailedTest {
  const [text = ''] = Array.isArray(test['failureMessages']) ? test['failureMessages'].filter((one) => typeof one === 'string') : [];
  const location = isRecord(test['location']) ? test['location'] : {};
  const own = { line: numberIn(location['line']), column: numberIn(location['column']) };
  const name = textIn(test['fullName']) ?? textIn(test['title']) ?? 'a test';
  return { file, ...own, ...placeIn(text, file), name: name.trim(), message: firstLine(text) };
}

/** Where a stack trace passes the file of the test: the line of the assertion. */
function placeIn(stack: string, file: string | undefined): { readonly line?: number; readonly column?: number } {
  if (file === undefined) return {};
  const name = file.replace(/^.*[\\/]/, '');
  const at = new RegExp(String.raw`[\\/ (]${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}:(\d+):(\d+)`).exec(stack);
  return at === null ? {} : { line: Number(at[1]), column: Number(at[2]) };
}

/** https://mochajs.org/#json */
export function parseMochaReport(text: string): TestRun | undefined {
  const said = jsonIn(text);
  if (!isRecord(said) || !Array.isArray(said['failures'])) return undefined;
  const stats = isRecord(said['stats']) ? said['stats'] : {};
  const failed = said['failures'].filter(isRecord).map((test) => {
    const error = isRecord(test['err']) ? test['err'] : {};
    const file = textIn(test['file']);
    const stack = textIn(error['stack']) ?? '';
    return {
      file,
      ...placeIn(stack, file),
      name: textIn(test['fullTitle']) ?? 'a test',
      message: firstLine(textIn(error['message']) ?? stack),
    };
  });
  return { count: (numberIn(stats['passes']) ?? 0) + (numberIn(stats['failures']) ?? 0), failed };
}

/** TAP as Node's runner and ava write it. https://nodejs.org/api/test.html#test-reporters, https://github.com/avajs/ava/blob/main/docs/05-command-line.md, https://testanything.org/tap-version-14-specification.html */
export function parseTap(text: string): TestRun | undefined {
  if (!/^TAP version/m.test(text)) return undefined;
  const lines = text.split(/\r?\n/);
  const failed: FailedTest[] = [];
  let count = 0;
  for (const [i, line] of lines.entries()) {
    const [, , not, name] = /^(\s*)(not )?ok \d+ - (.*?)(?: # .*)?$/.exec(line) ?? [];
    // What is to be written yet fails in ava's words.
    if (name === undefined || / # TODO\b/.test(line)) continue;
    const hasDetails = /^\s*---$/.test(lines[i + 1] ?? '');
    const end = hasDetails ? lines.slice(i + 1, i + 200).findIndex((other) => /^\s*\.\.\.$/.test(other)) : 0;
    const details = lines.slice(i + 1, i + 1 + Math.max(0, end)).join('\n');
    // A suite fails because a test in it does, which is listed itself.
    if (/^\s*type: 'suite'/m.test(details) || /failureType: 'subtestsFailed'/.test(details)) continue;
    count += 1;
    if (not === undefined) continue;
    // ava's `at` is the stack: a line, or a block of lines.
    const [, file, row, column] = /(?:location|at): (?:\|-\n\s*)?'?(?:\S.*\()?(?:file:\/\/)?([^'\n(]+?):(\d+):(\d+)/.exec(details) ?? [];
    const [, quoted, block, plain] = /^\s*(?:error|message): (?:['"](.*)['"]$|[|>]-\n\s*(.*)$|(\S.*)$)/m.exec(details) ?? [];
    const [, assertion] = /^\s*assertion: (\S+)$/m.exec(details) ?? [];
    const inStack = placeIn(details.replace(/^\s*location:.*$/m, ''), file);
    const place = file === undefined ? {} : { file, line: Number(row), column: Number(column), ...inStack };
    failed.push({ ...place, name, message: quoted || block || plain || assertion || 'it failed' });
  }
  return { count, failed };
}

/** JUnit XML as pytest writes it. https://docs.pytest.org/en/stable/how-to/output.html#creating-junitxml-format-files */
export function parseJunit(text: string): TestRun | undefined {
  if (!text.includes('<testsuite')) return undefined;
  const failed: FailedTest[] = [];
  let count = 0;
  let notLoaded = 0;
  for (const [, attributes = '', body] of text.matchAll(/<testcase\b([^>]*?)(?:\/>|>([^]*?)<\/testcase>)/g)) {
    if (body?.includes('<skipped') === true) continue;
    if (body?.includes('message="collection failure"') === true) notLoaded += 1;
    else count += 1;
    const [, , said = '', stack = ''] = /<(failure|error)\b([^>]*)>([^<]*)/.exec(body ?? '') ?? [];
    if (said === '' && stack === '') continue;
    const file = attribute(attributes, 'file') ?? /^(\S+\.py):\d+:/m.exec(unescaped(stack))?.[1];
    const inFile =
      file === undefined ? undefined : [...unescaped(stack).matchAll(/^(\S+\.py):(\d+): ?/gm)].findLast(([, path]) => path === file);
    const line = inFile?.[2] ?? lineAfter(attribute(attributes, 'line'));
    const name = [attribute(attributes, 'classname'), attribute(attributes, 'name')]
      .filter((part) => part !== undefined && part !== '')
      .join('.');
    failed.push({
      file,
      line: line === undefined ? undefined : Number(line),
      name,
      message: causeIn(attribute(said, 'message'), unescaped(stack)),
    });
  }
  return { count, failed, notLoaded };
}

/**
 * pytest begins lines with `E ` that say what went wrong, a group for each exception of a chain, the cause first. Its message has less: only the
 * last exception, or only the phase (`collection failure`, `failed on setup with "…"`).
 */
function causeIn(message: string | undefined, stack: string): string {
  const groups = [...stack.matchAll(/(?:^E[ \t].*(?:\r?\n|$))+/gm)].map(([lines]) => detailsIn(lines));
  const said = groups.at(-1) ?? firstLine(message ?? stack);
  const [cause] = groups;
  return cause === undefined || groups.length < 2 || said.includes(cause) ? said : `${said} (caused by ${cause})`;
}

/** The first lines of a group; in the later ones is where two values differ. */
function detailsIn(group: string): string {
  const lines = group.split(/\r?\n/).map((line) => line.replace(/^E[ \t]+/, '').trim());
  const telling = lines.filter((line) => line !== '' && line !== 'E' && !/^Use -v+ to get (?:more|the full) diff$/.test(line));
  return telling.slice(0, 3).join('; ').slice(0, 500);
}

/** pytest counts the lines of a test from 0. */
function lineAfter(line: string | undefined): string | undefined {
  return line === undefined ? undefined : String(Number(line) + 1);
}

function attribute(text: string, name: string): string | undefined {
  const found = new RegExp(String.raw`(?:^|\s)${name}="([^"]*)"`).exec(text)?.[1];
  return found === undefined ? undefined : unescaped(found);
}

function unescaped(text: string): string {
  return text
    .replaceAll(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex: string | undefined, decimal: string) =>
      String.fromCodePoint(Math.min(0x10_ff_ff, hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))),
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** `go test -json`: an event a line. https://pkg.go.dev/cmd/test2json */
export function parseGoTest(text: string, directoryOf: (goPackage: string) => string): TestRun | undefined {
  const said = new Map<string, string>();
  const failed: FailedTest[] = [];
  let count = 0;
  let events = 0;
  for (const line of text.split(/\r?\n/)) {
    const event = line.startsWith('{') ? jsonIn(line) : undefined;
    if (!isRecord(event)) continue;
    events += 1;
    const test = textIn(event['Test']);
    const name = `${textIn(event['Package']) ?? textIn(event['ImportPath']) ?? ''} ${test ?? ''}`.trim();
    if (event['Action'] === 'output' || event['Action'] === 'build-output')
      said.set(name, (said.get(name) ?? '') + (textIn(event['Output']) ?? ''));
    if (test !== undefined && (event['Action'] === 'pass' || event['Action'] === 'fail')) count += 1;
    if (event['Action'] !== 'fail') continue;
    const output = said.get(name) ?? '';
    const [, file, row, message] = /^\s*(\S+\.go):(\d+):(?:\d+:)? ?(.*)$/m.exec(output) ?? [];
    // A package fails because of its tests, and a test because of a part of it, which are listed themselves.
    const isListed = failed.some((other) => other.name.startsWith(`${name}/`) || (test === undefined && other.name.startsWith(`${name} `)));
    if (isListed && file === undefined) continue;
    if (isListed && test === undefined) continue;
    const directory = directoryOf(textIn(event['Package']) ?? '');
    const place = file === undefined ? {} : { file: file.includes('/') ? file : `${directory}${file}`, line: Number(row) };
    failed.push({ ...place, name, message: message || firstLine(output) });
  }
  return events === 0 ? undefined : { count, failed };
}

/** What cargo test prints: `test a::b ... FAILED`, and `thread 'a::b' panicked at src/lib.rs:5:9:` with the message after it. */
export function parseCargoTest(text: string): TestRun | undefined {
  if (!/^running \d+ tests?$/m.test(text)) return undefined;
  const results = [...text.matchAll(/^test (\S+)(?: - .*?)? \.\.\. (ok|FAILED)/gm)];
  const failed = results
    .filter(([, , state]) => state === 'FAILED')
    .map(([, name = '']) => {
      const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      const [, file, row, column, message] =
        new RegExp(String.raw`^thread '${quoted}'(?: \(\d+\))? panicked at ([^\s:]+):(\d+):(\d+):\r?\n(.*)$`, 'm').exec(text) ?? [];
      const place = file === undefined ? {} : { file, line: Number(row), column: Number(column) };
      return { ...place, name, message: message ?? 'it failed' };
    });
  return { count: results.length, failed };
}

function firstLine(text: string): string {
  return (text.split(/\r?\n/).find((line) => line.trim() !== '') ?? 'it failed').trim().slice(0, 500);
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
