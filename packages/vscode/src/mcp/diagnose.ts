import { type Disposable, env, EventEmitter, Uri, window, workspace } from 'vscode';
import { core, type Checkup } from '../core.ts';
import type { Desk } from '../desk.ts';
import { examinerOf } from '../problems/examiner.ts';
import { diagnosePage, type EditorServer, type ExaminedFiles } from './diagnose-page.ts';
import { readEditorFiles, takesProviders } from './see-mcp.ts';
import { providedBy } from './provider.ts';
import { mcpWanted } from './wanted.ts';
import { showRendered } from '../rendered.ts';
import { markdownText } from '../shown-text.ts';
import { momentMs } from '../waiting.ts';

const scheme = 'snap-report';
const uri = Uri.from({ scheme, path: '/MCP Diagnose.md' });
const changed = new EventEmitter<Uri>();
let text = '';
let runs = 0;

/** Serves the page on what was seen. */
export function registerReport(): Disposable {
  return workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: () => text,
  });
}

/**
 * Examines the machine and opens a page about it. Snap's own servers are started to see whether they answer, unless the workspace is not trusted. What
 * is not seen within a moment comes into the page later: while a daemon is started or hangs, looking takes as long as that.
 */
export async function diagnose(desk: Desk): Promise<void> {
  const { settlesWithin } = await core.system();
  const run = (runs += 1);
  let seen: Seen = { isLooked: false, checkup: undefined, hasFailed: false };
  const looked = desk.gates.look().then(() => void (seen = { ...seen, isLooked: true }));
  const examined = examineShown(desk).then((checkup) => void (seen = { ...seen, checkup }));
  let writes = 0;
  const write = async (): Promise<void> => {
    const mine = (writes += 1);
    const page = await pageNow(desk, seen);
    // More was seen while this was read, or another run has begun the page again.
    if (mine !== writes || run !== runs) return;
    text = page;
    // A page that is open already shows the new text.
    changed.fire(uri);
  };
  try {
    await settlesWithin(momentMs, Promise.all([looked, examined]));
    const isComplete = whatIsMissing(desk, seen) === undefined;
    await write();
    await showRendered(uri);
    if (!isComplete) await Promise.all([looked.then(write), examined.then(write)]);
  } catch (error) {
    seen = { ...seen, hasFailed: true };
    await write();
    throw error;
  }
}

/** What was seen for the page. */
interface Seen {
  readonly isLooked: boolean;
  readonly checkup: Checkup | undefined;
  readonly hasFailed: boolean;
}

async function examineShown(desk: Desk): Promise<Checkup> {
  return window.withProgress({ location: { viewId: 'snap.findings' } }, () => examinerOf(desk).examine('own'));
}

function whatIsMissing(desk: Desk, { checkup, hasFailed, isLooked }: Seen): string | undefined {
  const parts = [
    ...(isLooked ? [] : [desk.daemon.fact.kind === 'starting' ? 'the start of the daemon has ended' : 'the daemon has been asked again']),
    ...(checkup === undefined ? ['the config files are examined'] : []),
  ];
  if (parts.length === 0) return undefined;
  return hasFailed
    ? '**Not complete**: the examination has failed. A message says why.'
    : `**Not complete yet**: this page changes when ${parts.join(', and when ')}.`;
}

async function pageNow(desk: Desk, seen: Seen): Promise<string> {
  const [{ cleanLine }, system, program] = await Promise.all([core.system(), desk.system(), desk.program()]);
  const gate = desk.gates.current;
  return diagnosePage({
    now: new Date().toLocaleString(),
    snap: [
      ['extension', String(desk.context.extension.packageJSON.version)],
      ['CLI', program === undefined ? 'not found' : `${program.file} (version ${program.version}, Node ${program.node})`],
      ['folder', desk.folder() ?? 'none is open'],
      ['workspace', workspace.isTrusted ? 'trusted' : 'not trusted: nothing was started for this page'],
      ...(env.remoteName === undefined ? [] : [['machine', `remote (${env.remoteName})`] as const]),
    ],
    gate: `${gate.row.text}. ${gate.state}`,
    missing: whatIsMissing(desk, seen),
    server: await serverNow(desk),
    examined: seen.checkup === undefined ? undefined : await examinedFiles(seen.checkup),
    // The page is rendered: words of others make no link, and load no picture from anywhere.
    short: (line) => markdownText(cleanLine(line).replaceAll(`${system.home}/`, '~/')),
  });
}

async function examinedFiles({ findings, setup }: Checkup): Promise<ExaminedFiles> {
  const [{ summaryOf }, { brokenFiles, stateOf }] = await Promise.all([core.doctor(), core.machine()]);
  // An assistant that is not installed is left out, even when another assistant reads its files.
  const judged = new Set(setup.files.filter(({ installed, state }) => installed || state !== 'absent').map(({ client }) => client.id));
  const here = setup.facts.clients.filter(({ client }) => judged.has(client.id));
  return {
    assistants: here.map((found) => ({
      name: found.client.name,
      isInstalled: found.installed,
      state: stateOf(found),
      files: found.files
        .filter(({ state }) => state !== 'absent')
        .map((file) => `${file.path} (${file.scope})${brokenFiles({ files: [file] }).length > 0 ? ': cannot be read' : ''}`),
    })),
    findings,
    summary: summaryOf(findings, setup),
  };
}

async function serverNow(desk: Desk): Promise<EditorServer> {
  const { foreign, ours } = (await readEditorFiles(desk)).entries;
  const given = providedBy(desk);
  return {
    editor: env.appName,
    takesProviders: takesProviders(),
    isWanted: mcpWanted(desk.context),
    url: given?.definition?.url,
    askedAt: given?.askedAt?.toLocaleTimeString(),
    autostart: workspace.getConfiguration('chat').get<string>('mcp.autostart'),
    ours: ours.map(({ file }) => file.path),
    foreign: foreign.map(({ file }) => file.path),
  };
}
