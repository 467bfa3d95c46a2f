import { findTargets, planSync, type Selection } from '../../../changes/index.ts';
import { clients as allClients, type Client } from '../../../clients/index.ts';
import { columnsOf, serverMatrix } from '../../../machine/index.ts';
import { SnapError } from '../../../system/index.ts';
import { Values, type Command, type Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { selectedClients } from '../../options/clients-option.ts';
import { forceOption, scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
import { answer } from '../../print-answer.ts';
import { matrixDocument, matrixText } from '../../reports/sync-report.ts';
import { requirePatchFileOfDryRun, writePlan } from '../../write-entries.ts';

export default {
  name: 'mcp sync',
  summary: 'Compare the MCP servers of your assistants, and copy the servers of one assistant to others.',
  usage: '[--from <id> [--to <id>…] [--server <name>…]] [--scope <scope>] [options]',
  details:
    'Without --from nothing is written: each server is compared with the first assistant that has it, by meaning and not by spelling.\nWith --from the servers of that assistant are written to the others, each in its own format, including variables. A server that an assistant cannot express is left out there, with the reason. Servers that only the others have are kept.',
  options: {
    from: { type: 'string', value: 'id', help: 'The assistant whose servers are copied' },
    to: {
      type: 'string',
      multiple: true,
      value: 'id',
      help: 'An assistant to copy to; may be repeated (default: those found on this machine)',
    },
    scope: targetOptions.scope,
    server: { type: 'string', multiple: true, value: 'name', completes: 'servers', help: 'Only this server; may be repeated' },
    'with-secrets': { type: 'boolean', help: 'Also copy entries that hold a secret as plain text' },
    ...forceOption,
    workspace: targetOptions.workspace,
    ...writeOptions,
  },
  examples: [
    ['snap mcp sync', 'show which servers each assistant has, and which differ'],
    ['snap mcp sync --check', 'for a script: exits with 1 if a server differs'],
    ['snap mcp sync --from cursor --dry-run', 'show what copying to every assistant would change'],
    ['snap mcp sync --from claude-code --to codex --to zed', 'copy to these two'],
  ],
  run(invocation) {
    const { values } = invocation;
    requirePatchFileOfDryRun(values);
    const [from, another] = named(values.texts('from'));
    if (another !== undefined) throw new SnapError('usage', '--from takes one assistant.');
    return from === undefined ? show(invocation) : copy(invocation, from);
  },
} satisfies Command;

/** The same names as for --client. */
function named(texts: readonly string[]): readonly Client[] {
  return selectedClients(new Values({ client: texts }));
}

/** Every assistant there is, whether installed or not. */
const everywhere: Selection = { clients: allClients, named: false, onlyDetected: false, scope: undefined };

/** The matrix alone. */
async function show(invocation: Invocation): Promise<ExitCode> {
  const { values, system, ui } = invocation;
  for (const option of ['to', 'server'])
    if (values.texts(option).length > 0)
      throw new SnapError('usage', `--${option} needs --from.`, { hint: 'Name the assistant to copy from.' });
  const { facts, where } = await findTargets(system, { ...everywhere, onlyDetected: true }, values.text('workspace'));
  const matrix = serverMatrix(columnsOf(facts, scopeOf(values.text('scope'))));
  const differs = matrix.rows.some(({ cells }) => cells.some((cell) => cell.state === 'different'));
  const document = { ...matrixDocument(matrix, undefined, []), written: false, results: [] };
  const code = values.flag('check') && differs ? exit.findings : exit.fine;
  return answer(invocation, document, () => matrixText(matrix, undefined, [], ui.style, where), code);
}

async function copy(invocation: Invocation, from: Client): Promise<ExitCode> {
  const { values, system, ui } = invocation;
  const to = named(values.texts('to'));
  if (to.includes(from)) throw new SnapError('usage', `--from and --to name the same assistant, ${from.name}.`);
  const selection = { ...everywhere, clients: to.length === 0 ? allClients : [from, ...to] };
  const targets = await findTargets(system, selection, values.text('workspace'));
  const { source, matrix, leftOut, steps, hasTargets } = await planSync(targets, {
    from,
    to,
    scope: scopeOf(values.text('scope')),
    names: values.texts('server'),
    force: values.flag('force'),
    withSecrets: values.flag('with-secrets'),
  });
  if (!values.flag('json')) {
    const text = matrixText(matrix, source, leftOut, ui.style, targets.where);
    // In a dry run, standard output contains only the patch.
    if (values.flag('dry-run')) ui.warn(text);
    else ui.print(text);
  }
  return writePlan(
    invocation,
    { facts: targets.facts, steps },
    {
      mustAsk: to.length === 0 && !values.flag('yes'),
      naming: true,
      nothing: hasTargets ? 'Nothing to do.' : 'No other assistant was found on this machine. Name one with --to.',
      document: matrixDocument(matrix, source, leftOut),
    },
  );
}
