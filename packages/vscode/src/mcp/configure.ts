import { env, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import { core, type PlannedStep, type PreviewedFile } from '../core.ts';
import type { Desk } from '../desk.ts';
import { requireProgram } from '../require-program.ts';
import { requireTrust } from '../require-trust.ts';
import { examinerOf } from '../problems/examiner.ts';
import { askAbout } from '../changing/ask-about.ts';
import { showChanges } from '../changing/shown-changes.ts';
import { offerUndo, requireSaved, shownPaths, words, writeChanges } from '../changing/write.ts';
import { planAssistants, type AssistantPlan } from './plan-assistants.ts';
import { planRows, type PlanRow } from './plan-rows.ts';
import { takesProviders } from './see-mcp.ts';
import { mcpWanted, setMcpWanted } from './wanted.ts';
import { say } from '../say.ts';
import { lookBriefly } from '../waiting.ts';
import { plainRow } from '../shown-text.ts';

/** What the person chose. */
interface Chosen {
  readonly usesProvider: boolean;
  readonly steps: readonly (PlannedStep & { readonly kind: 'change' })[];
}

interface Row extends QuickPickItem {
  readonly step?: PlannedStep | undefined;
  readonly isProvider?: true;
}

/** Plan of all assistants, choice, diff, question, writing, undo. */
export async function configure(desk: Desk): Promise<void> {
  if (!(await requireTrust())) return;
  if (!(await requireProgram(desk, 'nothing can be set up'))) return;
  const program = await desk.program();
  if (program === undefined) return;
  const plan = await planAssistants(desk, program);
  const chosen = await choose(desk, plan);
  if (chosen === undefined) return;
  const { previewChanges } = await core.changes();
  const changes = chosen.steps.map(({ change }) => change);
  const files = await previewChanges(await desk.system(), changes, plan.facts.contents);
  if (!(await requireSaved(desk, files)) || !(await agrees(desk, files, plan, chosen))) return;
  const before = mcpWanted(desk.context);
  // The files first: where one is refused, nothing else has happened.
  const written = changes.length === 0 ? undefined : await writeChanges(desk, files, words.configure);
  if (written !== undefined && written.refused.length > 0) void say.warning(`Not changed: ${written.refused.join(' ')}`);
  try {
    if (chosen.usesProvider) await startProviding(desk);
  } finally {
    // Also when its own directory cannot be written, because the files are written by now.
    await lookAgain(desk);
  }
  if (!chosen.usesProvider && written?.change === undefined) return;
  await offerUndo(desk, await resultText(desk, chosen, written?.paths ?? []), written?.change, async () => {
    if (chosen.usesProvider) await setMcpWanted(desk.context, before);
    await lookAgain(desk);
  });
}

/** The list with this editor first. `undefined`: the person left it, or chose nothing. */
async function choose(desk: Desk, plan: AssistantPlan): Promise<Chosen | undefined> {
  const { home } = await desk.system();
  const rows = [...editorRows(desk, plan, home), ...assistantRows(plan, home)].map(plainRow);
  const picked = await window.showQuickPick(rows, {
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    title: 'Configure MCP: which assistants should use Snap?',
    placeHolder: 'You see each change before it is written',
  });
  if (picked === undefined) return undefined;
  const steps = picked.flatMap(({ step }) => (step?.kind === 'change' ? [step] : []));
  const usesProvider = picked.some(({ isProvider }) => isProvider === true);
  const skipped = picked.filter(({ isProvider, step }) => isProvider !== true && step?.kind !== 'change');
  if (skipped.length > 0) void say.warning(`Not set up: ${skipped.map(({ detail, label }) => `${label}: ${detail ?? ''}`).join(' ')}`);
  return steps.length === 0 && !usesProvider ? undefined : { steps, usesProvider };
}

function editorRows(desk: Desk, { editor }: AssistantPlan, home: string): readonly Row[] {
  if (!takesProviders()) return [];
  const isOn = mcpWanted(desk.context) === true;
  const foreign = editor.foreign.map(
    ({ file, name }) => `Another server named "${name}" is in ${shortened(file.path, home)}; it is left as it is. `,
  );
  return [
    {
      label: `This editor (${env.appName})`,
      description: isOn ? 'is set up' : 'no file is written',
      detail: `${foreign.join('')}Uninstalling the extension removes it. The extension gives the assistant of this editor the server "snap".`,
      picked: true,
      isProvider: true,
    },
    ...editor.removals.flatMap((step): readonly Row[] =>
      step.kind === 'change'
        ? [
            {
              label: `Remove the entry "${step.name}" of this editor`,
              description: shortened(step.path, home),
              detail: 'The extension already gives this server, so the editor would have it twice.',
              // The file of a project is shared with others, who may not have the extension.
              picked: step.scope !== 'project',
              step,
            },
          ]
        : [],
    ),
  ];
}

function assistantRows({ editor, preview, steps }: AssistantPlan, home: string): readonly Row[] {
  const stepOf = new Map(steps.map((step) => [step.client.id, step]));
  const rows = planRows(preview.results, (path) => shortened(path, home));
  const isEditor = ({ id }: PlanRow): boolean => id === editor.client?.id;
  const toRow = (row: PlanRow): Row => ({
    label: isEditor(row) ? `This editor (${row.label})` : row.label,
    description: row.description,
    detail: row.detail,
    picked: isEditor(row) && row.isWritten,
    step: row.isWritten ? stepOf.get(row.id) : undefined,
  });
  const separator = (label: string): Row => ({ label, kind: QuickPickItemKind.Separator });
  const [own, others] = [rows.filter(isEditor), rows.filter((row) => !isEditor(row))];
  const [open, closed] = [others.filter(({ isWritten }) => isWritten), others.filter(({ isWritten }) => !isWritten)];
  return [
    ...(takesProviders() || editor.client !== undefined ? [] : [unknownEditor()]),
    ...own.map(toRow),
    ...(open.length === 0 ? [] : [separator('Other assistants on this machine'), ...open.map(toRow)]),
    ...(closed.length === 0 ? [] : [separator('Nothing to write'), ...closed.map(toRow)]),
  ];
}

/** A fork of an older VS Code that the registry does not have. */
function unknownEditor(): Row {
  return {
    label: `This editor (${env.appName})`,
    description: 'cannot be set up',
    detail: 'It takes no servers from extensions, and its config file is not known. "snap tools print" prints an entry to paste.',
  };
}

/** Shows what would be written, and asks. Where no file is written, the choice was the answer. */
async function agrees(desk: Desk, files: readonly PreviewedFile[], { facts }: AssistantPlan, { usesProvider }: Chosen): Promise<boolean> {
  const shown = await showChanges('Configure MCP: what would be written', files, facts);
  if (shown === undefined) return usesProvider;
  const written = files.filter(({ results }) => results.some(({ computed }) => computed.kind === 'write'));
  const names = await shownPaths(
    desk,
    written.map(({ path }) => path),
  );
  const what = written.length === 1 ? 'this file' : `these ${written.length} files`;
  return (
    (await askAbout(shown, `Write ${what}? ${names.join(', ')}. You can undo it.`, 'Write')) &&
    (await requireTrust()) &&
    requireSaved(desk, files)
  );
}

/** From now on the extension gives the editor the server, and every daemon listens for it, also one that another program started. */
async function startProviding(desk: Desk): Promise<void> {
  await setMcpWanted(desk.context, true);
  const folder = desk.folder();
  if (folder === undefined) return;
  const [{ wantHttp }, { findWorkspace }, system] = await Promise.all([core.daemonLocal(), core.workspace(), desk.system()]);
  await wantHttp({ system, writable: () => desk.writable() }, await findWorkspace(system, folder));
  if (desk.daemon.fact.kind === 'connected') await desk.daemon.askAddress();
}

async function resultText(desk: Desk, { steps, usesProvider }: Chosen, written: readonly string[]): Promise<string> {
  const names = await shownPaths(desk, written);
  const done = steps.filter(({ action, path }) => action === 'set' && written.includes(path));
  const next = [...new Set(done.map(({ client }) => `${client.name}: ${client.reload}`))];
  // The editor tells no one when the extension is uninstalled, and asks nothing then: so it is said here.
  const stays = done.length === 0 ? [] : ['Uninstalling the extension leaves these entries; "Snap: MCP Reset" takes them out.'];
  return [
    ...(usesProvider ? [providerText(desk)] : []),
    ...(names.length === 0 ? [] : [`Written: ${names.join(', ')}.`]),
    ...next,
    ...stays,
  ].join(' ');
}

function providerText({ gates: { current } }: Desk): string {
  const isReady = current.name === 'mcp' || current.name === 'watching';
  return isReady
    ? 'This editor gets the server "snap" from the extension.'
    : `This editor gets the server "snap" from the extension as soon as an earlier step is done: ${current.state}`;
}

async function lookAgain(desk: Desk): Promise<void> {
  await Promise.all([examinerOf(desk).examine('none'), lookBriefly(desk)]);
}

function shortened(path: string, home: string): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
