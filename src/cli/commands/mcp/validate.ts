import { diagnostics, type ConfigFinding } from '../../../doctor/index.ts';
import { SnapError } from '../../../system/index.ts';
import { readBaseline, withoutKnown } from '../../baseline.ts';
import type { Command, Invocation, Values } from '../../command.ts';
import { examineMachine, examineOptions, type Examined } from '../../examine-options.ts';
import { exit } from '../../exit.ts';
import { callDocuments, findingDocument, summaryOf } from '../../findings-document.ts';
import { githubLines } from '../../findings-github.ts';
import { sarif } from '../../findings-sarif.ts';
import { callsText, findingsText, summaryText } from '../../findings-text.ts';
import { plain } from '../../ui.ts';
import { fitting } from '../../wrap.ts';
import { tilde } from '../../words.ts';

export default {
  name: 'mcp validate',
  summary: 'Say what is wrong with the MCP configuration of your assistants, where, and what to do about it.',
  usage: '[--client <id>…] [--probe] [--strict] [--format text|json|sarif|github]',
  details:
    'Writes nothing. Entries that run this very snap are started to see whether they answer; everything else only with --probe.\nExits 1 when an error is found (with --strict: an error or a warning). docs/diagnostics says more about each id.',
  options: {
    ...examineOptions,
    strict: { type: 'boolean', help: 'Exit 1 for warnings too' },
    format: { type: 'string', value: 'text|json|sarif|github', help: 'How to print the findings (default: text)' },
    baseline: { type: 'string', value: 'file', help: 'Leave out the findings of this earlier "--json" output' },
  },
  examples: [
    ['snap mcp validate', 'every assistant on this machine, and the project you are in'],
    ['snap mcp validate --client cursor --probe', 'call the servers Cursor would start, as Cursor would start them'],
    ['snap mcp validate --probe --as shell,client', 'find out what works in the terminal and not in the app'],
    ['snap mcp validate --format sarif > snap.sarif', 'for code scanning'],
  ],
  async run(invocation) {
    const { values, system } = invocation;
    const format = formatOf(values);
    const baseline = values.text('baseline');
    const known = baseline === undefined ? new Set<string>() : await readBaseline(system, baseline);
    const examined = await examineMachine(invocation);
    const findings = withoutKnown(examined.findings, known);
    printers[format](invocation, findings, examined);
    const isBad = findings.some(({ severity }) => severity === 'error' || (values.flag('strict') && severity === 'warning'));
    return isBad ? exit.findings : exit.fine;
  },
} satisfies Command;

type Printer = (invocation: Invocation, findings: readonly ConfigFinding[], examined: Examined) => void;

const printers = {
  text({ ui, system }, findings, { setup }) {
    const { style, width } = ui;
    const view = { style, width, home: system.home };
    if (findings.length > 0) ui.print(`${findingsText(findings, view)}\n`);
    const calls = callsText(setup, view);
    if (calls.length > 0) ui.print(`${calls.join('\n')}\n`);
    const { print } = fitting(ui);
    print(summaryText(summaryOf(findings, setup), style));
    print(style.dim(`Workspace: ${plain(tilde(setup.facts.workspace.path, system.home))}`));
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
  sarif({ ui, program, system }, findings, { workspace }) {
    ui.json(sarif(findings, diagnostics, { version: program.version, workspace: workspace.path, home: system.home }));
  },
  github({ ui, program, system }, findings, { workspace }) {
    const lines = githubLines(findings, { version: program.version, workspace: workspace.path, home: system.home });
    if (lines.length > 0) ui.print(lines.join('\n'));
  },
} as const satisfies Readonly<Record<string, Printer>>;

function formatOf(values: Values): keyof typeof printers {
  const text = values.text('format');
  if (text === undefined) return values.flag('json') ? 'json' : 'text';
  if (values.flag('json') && text !== 'json') throw new SnapError('usage', `--json and --format ${plain(text)} exclude each other.`);
  if (text === 'text' || text === 'json' || text === 'sarif' || text === 'github') return text;
  throw new SnapError('usage', `--format ${plain(text)}: there is no such format.`, { hint: 'Formats: text, json, sarif, github.' });
}
