import { aboutMode, checkDocument, counts, hasError, notApproved, usefulModes, type CheckReport } from '../../../checks/index.ts';
import { maskTokens } from '../../../secrets/mask-tokens.ts';
import { cleanData } from '../../../system/index.ts';
import { offerApproval } from '../../check/approve-programs.ts';
import { askedCheck, type AskedCheck, type CheckFormat, type FailOn } from '../../check/asked.ts';
import { withCheck, type CheckHere } from '../../check/check-here.ts';
import { followChanges } from '../../check/follow.ts';
import type { Command, Invocation } from '../../command.ts';
import { workspaceOption } from '../../desk.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { outputReader } from '../../process-life.ts';
import { checkText } from '../../reports/check-text.ts';
import { githubLines } from '../../reports/findings-github.ts';
import { junitXml, reportedCheckFindings } from '../../reports/findings-junit.ts';
import { sarif, type ReportedGap } from '../../reports/findings-sarif.ts';
import { readSources } from '../../reports/source-frame.ts';
import { plain } from '../../terminal/style.ts';
import { localTime } from '../../reports/times.ts';

export default {
  name: 'check',
  summary: 'Check the code of this project, as assistants do with the tool check.',
  usage:
    '[<mode>] [<file>…] [--diff staged|changed|uncommitted] [--code -|<file>] [--tests] [--format text|json|sarif|github|junit] [--fail-on error|warning|skipped] [--strict] [--watch]',
  choices: { title: 'Modes', rows: usefulModes.map((mode) => [mode, aboutMode(mode)] as const) },
  details: `Without a mode: quick (docs/check.md). A first word that is the name of a mode is the mode; a file of that name is ./health.\nThe project's own compiler, linter and tests run only after "snap trust". Exits with 1 if there is an error, or if a layer came to no end; with --fail-on warning also if there is a warning, with --fail-on skipped also if nothing was examined, with --strict also if a layer was skipped or left code out.`,
  options: {
    diff: { type: 'string', value: 'staged|changed|uncommitted', help: 'Only files that differ from git, and only added lines count' },
    code: { type: 'string', value: 'file', help: 'Mode patterns: check this text instead of files; "-" reads standard input' },
    tests: { type: 'boolean', help: 'Run tests too' },
    format: { type: 'string', value: 'text|json|sarif|github|junit', help: 'How to print the report (default: text)' },
    'fail-on': {
      type: 'string',
      value: 'error|warning|skipped',
      help: 'End with 1 also for a warning, or where nothing was examined; both: warning,skipped',
    },
    strict: { type: 'boolean', help: 'End with 1 also for a warning, and for anything that was not examined' },
    watch: { type: 'boolean', help: 'Check again after each change, until Ctrl-C' },
    ...workspaceOption,
  },
  words: { max: Number.POSITIVE_INFINITY },
  completes: 'modes',
  takesFiles: true,
  examples: [
    ['snap check health', 'this server and the MCP config files'],
    ['snap check --diff uncommitted', 'what you changed since the last commit'],
    ['snap check security --format sarif > snap.sarif', 'for code scanning'],
    ['snap check --watch', 'again after each change'],
  ],
  run(invocation) {
    const asked = askedCheck(invocation.values, invocation.positionals);
    return withCheck(invocation, asked, async (check) => {
      if (asked.watch) return follow(invocation, asked, check);
      let report = await check.run();
      if (asked.format === 'text' && lacksApproval(report) && (await offerApproval(invocation, await check.bench())))
        report = await check.run();
      await printers[asked.format](invocation, report, check);
      return codeOf(report, asked.failOn);
    });
  },
} satisfies Command;

/** An error, or work that came to no end: a script must not take that for a pass. And what the person said is none either. */
export function codeOf(
  { findings, layers, status }: Pick<CheckReport, 'findings' | 'layers' | 'status'>,
  failOn: FailOn = new Set(),
): ExitCode {
  const isFailed =
    hasError(findings) ||
    layers.some(({ state }) => state === 'timeout') ||
    (failOn.has('warning') && findings.some((one) => one.severity === 'warning' && counts(one))) ||
    (failOn.has('skipped') && status === 'skipped') ||
    (failOn.has('gap') && layers.some(({ state, unexamined }) => state === 'skipped' || unexamined !== undefined));
  return isFailed ? exit.findings : exit.fine;
}

function lacksApproval({ layers }: CheckReport): boolean {
  return layers.some(({ reason, state }) => state === 'skipped' && reason?.includes(notApproved) === true);
}

type Printer = (invocation: Invocation, report: CheckReport, check: CheckHere) => void | Promise<void>;

const printers: Readonly<Record<CheckFormat, Printer>> = {
  async text({ ui, system }, report, check) {
    const { style, width } = ui;
    const hasPlaces = report.findings.some(({ file, line }) => file !== undefined && line !== undefined);
    const sources = hasPlaces ? await readSources(await check.bench(), report) : undefined;
    ui.print(checkText(report, { style, width, home: system.home, ...(sources && { sources }) }));
  },
  json({ ui }, report) {
    ui.json(checkDocument(report));
  },
  async sarif({ ui, program, system }, report, check) {
    const place = { version: program.version, workspace: await rootOf(check, system.cwd), home: system.home };
    const findings = reportedCheckFindings(report.findings.filter(counts), place.workspace);
    const rules = new Map(findings.toReversed().map(({ rule, severity }) => [rule, { id: rule, severity }]));
    ui.json(sarif(findings, [...rules.values()].toReversed(), place, gapsOf(report)));
  },
  async github({ ui, program, system }, report, check) {
    const place = { version: program.version, workspace: await rootOf(check, system.cwd), home: system.home };
    const gaps = gapsOf(report).map(({ severity, text }) => ({
      rule: 'not examined',
      severity,
      title: 'snap check',
      message: text,
      fingerprint: '',
    }));
    const lines = githubLines([...reportedCheckFindings(report.findings.filter(counts), place.workspace), ...gaps], place);
    if (lines.length > 0) ui.printExact(lines.join('\n'));
  },
  junit({ ui, system }, report) {
    ui.printExact(junitXml(report, system.home));
  },
};

/** Some modes need no workspace. */
async function rootOf({ bench }: CheckHere, cwd: string): Promise<string> {
  return bench().then(
    ({ workspace }) => workspace.root,
    () => cwd,
  );
}

/** What was not examined, or not to its end. */
function gapsOf({ layers }: CheckReport): readonly ReportedGap[] {
  return layers.flatMap(({ name, state, reason = '' }) =>
    state === 'skipped' || state === 'timeout'
      ? [{ text: `${name}: ${state}: ${reason}`, severity: state === 'timeout' ? ('error' as const) : ('info' as const) }]
      : [],
  );
}

/** Until Ctrl-C ends the process, or the reader of the output closes it. */
async function follow(invocation: Invocation, { format }: AskedCheck, check: CheckHere): Promise<ExitCode> {
  const { ui, system } = invocation;
  // Before the first check: a change during it counts.
  const changes = await followChanges(await check.bench());
  const reader = outputReader();
  try {
    while (!reader.isGone) {
      const report = await check.run();
      if (format === 'json') process.stdout.write(`${maskTokens(JSON.stringify(cleanData(checkDocument(report))))}\n`);
      else await printers.text(invocation, report, check);
      const paths = await changes.next();
      const [first] = paths;
      const what =
        first === undefined ? 'Files changed' : `${plain(first)} changed${paths.length > 1 ? `, and ${paths.length - 1} more` : ''}`;
      if (format === 'text') ui.print(ui.style.dim(`\n${localTime(system.now().toISOString())}  ${what}. Checking again.\n`));
    }
    return exit.fine;
  } finally {
    changes.close();
  }
}
