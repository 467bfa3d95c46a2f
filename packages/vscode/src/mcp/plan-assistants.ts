import { env } from 'vscode';
import { core, type Client, type EntryPlan, type EntryPreview, type Facts, type PlannedStep } from '../core.ts';
import type { Desk } from '../desk.ts';
import { readEditorFiles, takesProviders } from './see-mcp.ts';
import type { EditorEntries } from './own-entries.ts';
import { planRemovals } from './plan-removals.ts';
import { editorClient } from './this-editor.ts';

/** What could be set up, before anything is asked. */
export interface AssistantPlan {
  readonly facts: Facts;
  /** One step for each assistant that is on the machine, this editor left out where it takes servers from extensions. */
  readonly steps: readonly PlannedStep[];
  readonly preview: EntryPreview;
  readonly editor: EditorPlan;
}

/** What is about the editor that the extension runs in. */
export interface EditorPlan extends EditorEntries {
  /** Its row of the registry; `undefined` where the registry does not have it. */
  readonly client: Client | undefined;
  /** What removes each of its entries that a person could remove: where the server of the extension would make them the second one. */
  readonly removals: readonly PlannedStep[];
}

/** Plans snap's entry for every assistant on this machine. Writes nothing. */
export async function planAssistants(
  desk: Desk,
  program: { readonly node: string; readonly file: string; readonly version: string },
): Promise<AssistantPlan> {
  const [system, { clients }, { judgedPlan }, { entryChooser, planFor, previewEntries }] = await Promise.all([
    desk.system(),
    core.clients(),
    core.judging(),
    core.changes(),
  ]);
  const choose = await entryChooser(system, { program, surface: 'default', isWorkspaceNamed: false, daemon: undefined });
  const id = editorClient(env);
  const ownClient = clients.find((client) => client.id === id);
  const others = takesProviders() ? clients.filter((client) => client !== ownClient) : clients;
  const selection = { clients: others, named: false, onlyDetected: true, scope: undefined };
  const wanted = await planFor(
    system,
    selection,
    async ({ facts }) => ({ action: 'set', name: 'snap', scope: undefined, force: false, choose: choose(facts.workspace) }),
    desk.folder(),
  );
  const plan: EntryPlan = await judgedPlan({ program, system }, wanted);
  return { ...plan, preview: await previewEntries(system, plan), editor: await planEditor(desk) };
}

/** What this editor's own files have of snap, and what removes it. Writes nothing. */
async function planEditor(desk: Desk): Promise<EditorPlan> {
  const { client, entries, facts, own } = await readEditorFiles(desk);
  return { client, ...entries, removals: own === undefined ? [] : await planRemovals(desk, own, facts, entries) };
}
