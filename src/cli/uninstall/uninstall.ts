import { isWritten, previewEntries, writeEntries, type StepResult } from '../../changes/index.ts';
import { listed, SnapError } from '../../system/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import { canAsk } from '../asking.ts';
import type { Invocation, Program } from '../command.ts';
import { exit, type ExitCode } from '../exit.ts';
import { printDiff } from '../reports/print-diff.ts';
import { printResults } from '../reports/write-report.ts';
import { bytesText } from '../reports/snapshot-text.ts';
import { plain } from '../terminal/style.ts';
import { count, displayPaths, notAsked } from '../words.ts';
import { findOwnEntries, type OwnEntries } from './own-entries.ts';
import { findOwnStore, type Lost, type OwnStore } from './own-files.ts';
import { runningServers, type RunningServer } from './running-servers.ts';

/** How far one part came. `planned`: nobody was asked, and nothing was done. */
type State = 'done' | 'nothing' | 'planned' | 'kept' | 'declined' | 'interrupted';

interface EntriesDone {
  readonly state: State;
  readonly results: readonly StepResult[];
  readonly change?: number | undefined;
}

interface FilesDone {
  readonly state: State;
  readonly why?: string | undefined;
  /** What is still there of what was to be deleted. */
  readonly left: readonly string[];
}

/** `snap uninstall`: first the entries, then snap's own files, each after its own question. */
export async function uninstall(invocation: Invocation): Promise<ExitCode> {
  const { system, values } = invocation;
  const entries = await findOwnEntries(invocation);
  const servers = await runningServers(system);
  const entriesDone = await removeEntries(invocation, entries);
  const goesOn = entriesDone.state !== 'declined' && entriesDone.state !== 'interrupted';
  const store = await findOwnStore(system, (await findWorkspace(system, values.text('workspace'))).path);
  const filesDone: FilesDone = goesOn ? await removeFiles(invocation, store, servers) : { state: 'kept', left: [] };
  const shown = filesDone.state === 'done' ? withoutUndo(entriesDone) : entriesDone;
  report(invocation, { entries, entriesDone: shown, store, filesDone, servers });
  return exitOf(entriesDone, filesDone);
}

/** Without what is no longer true once the journal is deleted. */
function withoutUndo({ results, state }: EntriesDone): EntriesDone {
  return { state, results: results.map((result) => (isWritten(result) ? { ...result, message: undefined } : result)) };
}

function exitOf(entries: EntriesDone, files: FilesDone): ExitCode {
  if (entries.state === 'interrupted' || files.state === 'interrupted') return exit.interrupted;
  if (entries.state === 'declined' || files.why !== undefined || entries.results.some(({ action }) => action === 'refused'))
    return exit.refused;
  return entries.state === 'planned' || files.state === 'planned' ? exit.findings : exit.fine;
}

function isDry({ values }: Invocation): boolean {
  return values.flag('dry-run');
}

async function removeEntries(invocation: Invocation, { plan }: OwnEntries): Promise<EntriesDone> {
  const { system, ui, values, words, writable } = invocation;
  const preview = await previewEntries(system, plan);
  const changes = preview.results.filter(isWritten).length;
  if (changes === 0) return { state: 'nothing', results: preview.results };
  if (!values.flag('json') && (isDry(invocation) || !values.flag('yes'))) await printDiff(invocation, preview.files, plan.facts);
  if (isDry(invocation)) return { state: 'kept', results: preview.results };
  if (!values.flag('yes') && !canAsk(invocation)) return { state: 'planned', results: preview.results };
  const outcome = await writeEntries(system, plan, {
    command: words,
    strictAll: false,
    writable,
    ask: async () => (values.flag('yes') ? true : ui.confirm(`Remove ${changes === 1 ? 'this entry' : `these ${changes} entries`}?`)),
  });
  switch (outcome.kind) {
    case 'cancelled':
      return { state: 'interrupted', results: outcome.results };
    case 'declined':
      return { state: 'declined', results: outcome.results };
    case 'refused':
    case 'written':
      return { state: 'done', results: outcome.results, change: outcome.kind === 'written' ? outcome.change : undefined };
    default:
      return outcome satisfies never;
  }
}

async function removeFiles(invocation: Invocation, store: OwnStore, servers: readonly RunningServer[]): Promise<FilesDone> {
  const { ui, values, writable } = invocation;
  if (store.paths.length === 0) return { state: 'nothing', left: [] };
  const wants = values.flag('data');
  const kept = (why?: string): FilesDone => ({ state: 'kept', why, left: store.paths });
  if (isDry(invocation)) return kept();
  if (!wants && !canAsk(invocation)) return kept();
  if (store.refusal !== undefined) return kept(`${store.refusal}.`);
  if (servers.length > 0)
    return kept(
      `Servers of snap still run (process ${servers.map(({ pid }) => pid).join(', ')}). Close the assistants, then run this again.`,
    );
  if (!values.flag('yes')) {
    if (!canAsk(invocation)) return { state: 'planned', left: store.paths };
    ui.print(`snap has also stored ${lostText(store.lost)}. Deleted, none of it can be brought back.`);
    const prompts = await ui.prompts();
    const reply = await prompts.confirm('Delete these files too?', wants);
    if (reply.kind === 'interrupted') return { state: 'interrupted', left: store.paths };
    if (reply.kind !== 'answer' || !reply.value) return kept();
  }
  const running = await endOwnDaemon(invocation);
  if (running !== undefined) return kept(running);
  if (store.paths.some((path) => path.endsWith('account.json'))) await signOut(invocation);
  const { ownFiles } = await writable();
  for (const path of store.paths) await ownFiles.removeTree(path);
  const left: string[] = [];
  for (const directory of store.directories) if (!(await ownFiles.removeEmpty(directory))) left.push(directory);
  return { state: 'done', left };
}

/** The daemon would write its files again. @returns why it still runs. */
async function endOwnDaemon(invocation: Invocation): Promise<string | undefined> {
  const [{ endDaemon }, { daemonDesk }] = await Promise.all([import('../../daemon/start/index.ts'), import('../../daemon/local/index.ts')]);
  try {
    await endDaemon({ system: invocation.system, ...(await daemonDesk(invocation)) });
    return undefined;
  } catch (error) {
    if (error instanceof SnapError) return `${error.message} ${error.hintFor('person') ?? ''}`.trimEnd();
    throw error;
  }
}

/** The tokens may be in a keyring, where no file of snap's shows them. */
async function signOut({ writable }: Invocation): Promise<void> {
  const [{ logout }, { httpClient }] = await Promise.all([import('../../account/index.ts'), import('../../system/http/index.ts')]);
  const client = httpClient();
  try {
    await logout(await writable(), client);
  } finally {
    client.close();
  }
}

/** What would be lost, in words. */
function lostText({ bytes, records, settings, snapshots, undo }: Lost): string {
  const parts = [
    ...(snapshots === 0 ? [] : [`the snapshots of ${count(snapshots, 'project')}`]),
    ...(records === 0 ? [] : [`the learnings and violations of your projects (${count(records, 'record')})`]),
    ...(!undo ? [] : ['the record of changes that "snap mcp undo" needs']),
    ...(settings.length === 0 ? [] : ['your settings']),
  ];
  return `${parts.length === 0 ? 'files of its own' : listed(parts)} (${bytesText(bytes)})`;
}

interface Done {
  readonly entries: OwnEntries;
  readonly entriesDone: EntriesDone;
  readonly store: OwnStore;
  readonly filesDone: FilesDone;
  readonly servers: readonly RunningServer[];
}

function report(invocation: Invocation, done: Done): void {
  const { program, ui, values } = invocation;
  const { entriesDone, filesDone, servers, store } = done;
  if (entriesDone.state === 'planned')
    ui.warn(notAsked(values.flag('json'), 'removed', 'Add --yes, and --data to delete what snap has stored too.'));
  if (values.flag('json')) return ui.json(document(invocation, done));
  const { dim, sign } = ui.style;
  const shown = (text: string): string => plain(displayPaths(text, invocation.system.home));
  const tense = entriesDone.state === 'done' ? 'did' : 'would';
  if (entriesDone.state === 'nothing' || !isDry(invocation))
    printResults(invocation, entriesDone.results, {
      tense,
      naming: true,
      change: entriesDone.change,
      nothing: 'No assistant has an entry that starts snap.',
    });
  if (entriesDone.state === 'declined') ui.print('Nothing was removed.');
  for (const text of done.entries.kept) ui.print(`${sign.warn} ${shown(text)}`);
  for (const { pid } of servers)
    ui.print(`${sign.warn} A server of snap still runs (process ${pid}); its assistant ends it when it is closed.`);
  ui.print(filesText(filesDone, store, shown));
  for (const path of store.links) if (filesDone.state === 'done') ui.print(`  ${shown(path)} was a link; what it led to stays.`);
  for (const path of filesDone.state === 'done' ? store.others : []) ui.print(`  ${shown(path)} is not snap's, and stays.`);
  for (const path of filesDone.state === 'done' ? filesDone.left : []) ui.print(`  ${shown(path)} stays: it is a link, or not empty.`);
  for (const path of store.projects) ui.print(`${shown(path)} belongs to its project and stays; delete it there if nobody needs it.`);
  ui.print(dim(shown(programText(program))));
}

function filesText({ state, why }: FilesDone, store: OwnStore, shown: (text: string) => string): string {
  const holding = store.directories.filter((directory) => store.paths.some((path) => path.startsWith(directory)));
  const where = holding
    .filter((directory) => !holding.some((other) => other !== directory && directory.startsWith(other)))
    .map(shown)
    .join(', ');
  switch (state) {
    case 'done':
      return `Deleted: ${lostText(store.lost)}.`;
    case 'nothing':
      return 'snap has stored no files.';
    case 'planned':
    case 'kept':
    case 'declined':
    case 'interrupted':
      return `${why === undefined ? '' : `${shown(why)} `}What snap has stored stays: ${lostText(store.lost)}, in ${where}. To delete it: snap uninstall --data`;
    default:
      return state satisfies never;
  }
}

/** docs/schemas/uninstall.json */
function document({ program }: Invocation, { entries, entriesDone, filesDone, servers, store }: Done) {
  return {
    schemaVersion: 1,
    written: entriesDone.state === 'done' || filesDone.state === 'done',
    change: entriesDone.change,
    entries: entriesDone.results.map(({ action, client, hint, message, name, path, scope }) => ({
      client: client.id,
      server: name,
      scope,
      path,
      action,
      message,
      hint,
    })),
    kept: entries.kept,
    files: {
      deleted: filesDone.state === 'done',
      why: filesDone.why,
      paths: store.paths,
      others: store.others,
      left: filesDone.left,
      lost: store.lost,
    },
    projects: store.projects,
    servers,
    program: program.file,
  };
}

/** How a person removes the program itself, which cannot do that while it runs. */
function programText({ file }: Pick<Program, 'file'>): string {
  const isInstalled = /[\\/]node_modules[\\/]snap-mcp[\\/]/.test(file);
  const isTemporary = /[\\/]_npx[\\/]/.test(file);
  if (isTemporary) return `The program is in npm's cache (${file}), which npm empties by itself.`;
  return isInstalled
    ? `The program itself (${file}) is removed with: npm uninstall -g snap-mcp`
    : `The program itself runs from ${file}. If it was installed from there: npm uninstall -g snap-mcp. Then delete the directory.`;
}
