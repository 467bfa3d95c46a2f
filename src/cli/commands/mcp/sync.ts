import { type Client, type Scope } from '../../../clients/index.ts';
import { columnFor, columnsOf, serverMatrix, type MatrixColumn } from '../../../machine/index.ts';
import { defaultScope } from '../../../changes/index.ts';
import { probe, type ClientFacts, type Facts } from '../../../machine/index.ts';
import { findWorkspace } from '../../../workspace/index.ts';
import { SnapError } from '../../../system/index.ts';
import { selectedClients } from '../../clients-option.ts';
import { Values, type Command, type Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { forceOption, scopeOf, targetOptions, writeOptions } from '../../selection.ts';
import { planSync } from '../../sync-plan.ts';
import { matrixDocument, matrixText } from '../../sync-report.ts';
import { plain } from '../../ui.ts';
import { carryOut, requirePatchFileOfDryRun } from '../../write-entries.ts';

export default {
  name: 'mcp sync',
  summary: 'Show which MCP servers stand in which assistants, and copy those of one to others.',
  usage: '[--from <id> [--to <id>…] [--server <name>…]] [--scope <scope>] [options]',
  details:
    'Without --from nothing is written: each server is held against the first assistant that has it, by what it means and not by its\nspelling. With --from the servers of that assistant are written into the others as each of them spells it, variables included;\nwhat one of them cannot express is left out there and the reason is said. What only the others have stays.',
  options: {
    from: { type: 'string', value: 'id', help: 'The assistant whose servers are copied' },
    to: {
      type: 'string',
      multiple: true,
      value: 'id',
      help: 'An assistant they are copied to; may be repeated (default: those found here)',
    },
    scope: targetOptions.scope,
    server: { type: 'string', multiple: true, value: 'name', help: 'Only this server; may be repeated' },
    'with-secrets': { type: 'boolean', help: 'Copy also entries that hold a secret as plain text' },
    ...forceOption,
    workspace: targetOptions.workspace,
    ...writeOptions,
  },
  examples: [
    ['snap mcp sync', 'which servers are where, and which differ'],
    ['snap mcp sync --check', 'the same for a script: 1 when a server differs'],
    ['snap mcp sync --from cursor --dry-run', 'what it takes to have them everywhere'],
    ['snap mcp sync --from claude-code --to codex --to zed', 'copy them to these two'],
  ],
  run(invocation) {
    const { values } = invocation;
    requirePatchFileOfDryRun(values);
    const [from, another] = named(values.texts('from'));
    if (another !== undefined) throw new SnapError('usage', '--from takes one assistant.');
    return from === undefined ? show(invocation) : copy(invocation, from);
  },
} satisfies Command;

/** The same words as behind --client. */
function named(texts: readonly string[]): readonly Client[] {
  return selectedClients(new Values({ client: texts }));
}

/** The matrix alone. */
async function show({ values, system, ui }: Invocation): Promise<ExitCode> {
  for (const option of ['to', 'server'])
    if (values.texts(option).length > 0)
      throw new SnapError('usage', `--${option} needs --from.`, { hint: 'Name the assistant to copy from.' });
  const workspace = await findWorkspace(system, values.text('workspace'));
  const facts = await probe(system, { workspace });
  const installed = { ...facts, clients: facts.clients.filter((found) => found.installed) };
  const matrix = serverMatrix(columnsOf(installed, scopeOf(values.text('scope'))));
  const differs = matrix.rows.some(({ cells }) => cells.some((cell) => cell.state === 'different'));
  if (values.flag('json')) ui.json({ schemaVersion: 1, ...matrixDocument(matrix, undefined, []), written: false, results: [] });
  else ui.print(matrixText(matrix, undefined, [], ui.style, whereOf(system, facts)));
  return values.flag('check') && differs ? exit.findings : exit.fine;
}

async function copy(invocation: Invocation, from: Client): Promise<ExitCode> {
  const { values, system, ui } = invocation;
  const to = named(values.texts('to'));
  if (to.includes(from)) throw new SnapError('usage', `--from and --to name the same assistant, ${from.name}.`);
  const workspace = await findWorkspace(system, values.text('workspace'));
  const facts = await probe(system, { workspace, ...(to.length === 0 ? {} : { clients: [from, ...to] }) });
  const scope = scopeOf(values.text('scope'));
  const where = whereOf(system, facts);
  const source = sourceOf(facts, from, scope ?? defaultScope(from));
  const names = values.texts('server');
  requireNames(names, source);
  const targets = facts.clients.filter((found) => found.client !== from && (to.length > 0 || found.installed));

  const { leftOut, matrix, steps } = await planSync({
    source,
    targets: targets.map((found) => ({ found, column: columnFor(found, scope ?? defaultScope(found.client)) })),
    names,
    named: to.length > 0,
    force: values.flag('force'),
    withSecrets: values.flag('with-secrets'),
    where,
  });
  if (!values.flag('json')) {
    const text = matrixText(matrix, source, leftOut, ui.style, where);
    // A dry run prints a patch, and nothing else where a script takes it.
    if (values.flag('dry-run')) ui.warn(text);
    else ui.print(text);
  }
  const besides = {
    naming: true,
    nothing: targets.length === 0 ? 'No other assistant was found on this machine. Name one with --to.' : 'Nothing to do.',
    document: matrixDocument(matrix, source, leftOut),
  };
  return carryOut(invocation, { facts, steps, besides }, { mustAsk: to.length === 0 && !values.flag('yes') });
}

function whereOf(system: Invocation['system'], { workspace }: Facts) {
  return { platform: system.platform, home: system.home, env: system.env, workspace: workspace.path };
}

/** The servers that are copied; a scope without any is a slip worth a word. */
function sourceOf(facts: Facts, from: Client, scope: Scope): MatrixColumn {
  const found = facts.clients.find(({ client }) => client === from);
  const column = found === undefined ? undefined : columnFor(found, scope);
  if (found === undefined || column === undefined) throw new SnapError('refused', `${from.name} has no ${scope} scope.`);
  const broken = column.files.find((file) => file.error !== undefined && file.state !== 'absent');
  if (broken?.error !== undefined) {
    const at = broken.error.line === undefined ? '' : `:${broken.error.line}:${broken.error.column ?? 1}`;
    throw new SnapError('refused', `${broken.path}${at}: ${broken.error.message}.`, {
      hint: 'Nothing was copied. Mend the file and run this again.',
    });
  }
  if (column.files.every((file) => file.servers.length === 0)) {
    const others = otherScopes(found);
    throw new SnapError('refused', `${from.name} has no server in its ${scope} scope.`, {
      hint:
        others.length === 0 ? '"snap mcp scan" shows every file.' : `It has some elsewhere: add --scope ${others.join(' or --scope ')}.`,
    });
  }
  return column;
}

function otherScopes({ files }: ClientFacts): readonly Scope[] {
  return [...new Set(files.filter((file) => file.servers.length > 0 && !file.ignored).map((file) => file.scope))];
}

function requireNames(names: readonly string[], { client, files }: MatrixColumn): void {
  const known = files.flatMap((file) => file.servers.map((server) => server.name));
  const missing = names.find((name) => !known.includes(name));
  if (missing === undefined) return;
  throw new SnapError('refused', `${client.name} has no server "${plain(missing)}" there.`, {
    hint: `It has: ${known.map(plain).join(', ')}.`,
  });
}
