import { callDocuments, diagnostics, findingDocument, summaryOf, type Checkup, type ConfigFinding } from '../../../doctor/index.ts';
import { isRecord, jsonIn, SnapError, type System } from '../../../system/index.ts';
import type { Command, Invocation, Values } from '../../command.ts';
import { checkUpAsAsked, checkupOptions, verboseOption } from '../../options/checkup-options.ts';
import { exit } from '../../exit.ts';
import { githubLines } from '../../reports/findings-github.ts';
import { sarif } from '../../reports/findings-sarif.ts';
import { judgementText } from '../../reports/judgement-text.ts';
import { reportedConfigFinding } from '../../reports/reported-finding.ts';
import { plain } from '../../terminal/style.ts';
import { displayPaths } from '../../words.ts';

export default {
  name: 'mcp validate',
  summary: 'Find problems in the MCP configuration of your assistants, and say how to fix them.',
  usage: '[--client <id>…] [--probe] [--verbose] [--strict] [--format text|json|sarif|github]',
  details:
    'Prints a line for each assistant, then what is wrong. Writes nothing. Entries that run this installation of snap are started to see whether they answer; other servers only with --probe.\nExits with 1 if there is an error (with --strict: an error or a warning). "snap explain <id>" explains each.',
  options: {
    ...checkupOptions,
    ...verboseOption,
    strict: { type: 'boolean', help: 'Exit with 1 for warnings too' },
    format: { type: 'string', value: 'text|json|sarif|github', help: 'How to print the findings (default: text)' },
    baseline: { type: 'string', value: 'file', help: 'Leave out findings that are in this earlier "--json" output' },
  },
  examples: [
    ['snap mcp validate', 'every assistant on this machine, and the project you are in'],
    ['snap mcp validate --client cursor --probe', 'start the servers of Cursor as Cursor would, and call them'],
    ['snap mcp validate --probe --as shell,client', 'find servers that work in the terminal but not in the app'],
    ['snap mcp validate --format sarif > snap.sarif', 'for code scanning'],
  ],
  async run(invocation) {
    const { values, system } = invocation;
    const format = formatOf(values);
    const baseline = values.text('baseline');
    const known = baseline === undefined ? new Set<string>() : await readBaseline(system, baseline);
    const examined = await checkUpAsAsked(invocation);
    const findings = examined.findings.filter(({ fingerprint }) => !known.has(fingerprint));
    printers[format](invocation, findings, examined);
    const isBad = findings.some(({ severity }) => severity === 'error' || (values.flag('strict') && severity === 'warning'));
    return isBad ? exit.findings : exit.fine;
  },
} satisfies Command;

type Printer = (invocation: Invocation, findings: readonly ConfigFinding[], examined: Checkup) => void;

const printers = {
  text(invocation, findings, examined) {
    const { ui, system } = invocation;
    ui.print(judgementText(invocation, { ...examined, findings }));
    ui.print(ui.style.dim(`Workspace: ${plain(displayPaths(examined.setup.facts.workspace.path, system.home))}`));
  },
  json({ ui }, findings, { setup }) {
    ui.json({
      schemaVersion: 1,
      workspace: setup.facts.workspace.path,
      findings: findings.map(findingDocument),
      calls: callDocuments(setup),
      summary: summaryOf(findings, setup),
    });
  },
  sarif({ ui, program, system }, findings, { setup }) {
    ui.json(
      sarif(findings.map(reportedConfigFinding), diagnostics, {
        version: program.version,
        workspace: setup.facts.workspace.path,
        home: system.home,
      }),
    );
  },
  github({ ui, program, system }, findings, { setup }) {
    const lines = githubLines(findings.map(reportedConfigFinding), {
      version: program.version,
      workspace: setup.facts.workspace.path,
      home: system.home,
    });
    if (lines.length > 0) ui.printExact(lines.join('\n'));
  },
} as const satisfies Readonly<Record<string, Printer>>;

function formatOf(values: Values): keyof typeof printers {
  const text = values.text('format');
  if (text === undefined) return values.flag('json') ? 'json' : 'text';
  if (values.flag('json') && text !== 'json') throw new SnapError('usage', `--json and --format ${plain(text)} exclude each other.`);
  if (text === 'text' || text === 'json' || text === 'sarif' || text === 'github') return text;
  throw new SnapError('usage', `--format ${plain(text)}: no such format.`, { hint: 'Formats: text, json, sarif, github.' });
}

/**
 * The fingerprints of known findings, from an earlier output of `snap mcp validate --json`.
 * @throws SnapError `usage` when the file does not exist or is not such an output.
 */
async function readBaseline(system: System, path: string): Promise<ReadonlySet<string>> {
  const bytes = await system.readBytes(system.resolve(path));
  const how = 'Write it with: snap mcp validate --json > baseline.json';
  if (bytes === undefined) throw new SnapError('usage', `--baseline ${path}: no such file.`, { hint: how });
  const known = fingerprints(Buffer.from(bytes).toString('utf8'));
  if (known === undefined)
    throw new SnapError('usage', `--baseline ${path}: this is not output of "snap mcp validate --json".`, { hint: how });
  return new Set(known);
}

function fingerprints(text: string): readonly string[] | undefined {
  // Windows PowerShell puts a byte order mark before what it writes into a file.
  const document = jsonIn(text.replace(/^\uFEFF/, ''));
  if (!isRecord(document) || !Array.isArray(document['findings'])) return undefined;
  return document['findings'].flatMap((finding: unknown) =>
    isRecord(finding) && typeof finding['fingerprint'] === 'string' ? [finding['fingerprint']] : [],
  );
}
