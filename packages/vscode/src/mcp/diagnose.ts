import { type Disposable, env, EventEmitter, Uri, window, workspace } from 'vscode';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import { whatIs } from '../gate-words.ts';
import { examinerOf } from '../problems/examiner.ts';
import { diagnosePage, type EditorServer } from './diagnose-page.ts';
import { readEditorFiles, takesProviders } from './see-mcp.ts';
import { providedBy } from './provider.ts';
import { mcpWanted } from './wanted.ts';

const scheme = 'snap-report';
const uri = Uri.from({ scheme, path: '/MCP Diagnose.md' });
const changed = new EventEmitter<Uri>();
let text = '';

/** Serves the page on what was seen. */
export function registerReport(): Disposable {
  return workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: () => text,
  });
}

/** Examines the machine and opens a page about it. Snap's own servers are started to see whether they answer, unless the workspace is not trusted. */
export async function diagnose(desk: Desk): Promise<void> {
  text = await window.withProgress({ location: { viewId: 'snap.findings' } }, () => pageNow(desk));
  // A page that is open already shows the new text.
  changed.fire(uri);
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
}

async function pageNow(desk: Desk): Promise<string> {
  const checkup = await examinerOf(desk).examine('own');
  const [{ summaryOf }, { brokenFiles, stateOf }, { cleanLine }, system, program, gate] = await Promise.all([
    core.doctor(),
    core.configuring(),
    core.system(),
    desk.system(),
    desk.program(),
    desk.gates.look(),
  ]);
  const { findings, setup } = checkup;
  // An assistant that is not installed is left out, even when another assistant reads its files.
  const judged = new Set(setup.files.filter(({ installed, state }) => installed || state !== 'absent').map(({ client }) => client.id));
  const here = setup.facts.clients.filter(({ client }) => judged.has(client.id));
  return diagnosePage({
    now: new Date().toLocaleString(),
    snap: [
      ['extension', String(desk.context.extension.packageJSON.version)],
      ['CLI', program === undefined ? 'not found' : `${program.file} (version ${program.version}, Node ${program.node})`],
      ['folder', desk.folder() ?? 'none is open'],
      ['workspace', workspace.isTrusted ? 'trusted' : 'not trusted: nothing was started for this page'],
      ...(env.remoteName === undefined ? [] : [['machine', `remote (${env.remoteName})`] as const]),
    ],
    gate: `${gate.row.text}. ${whatIs(gate)}`,
    server: await serverNow(desk),
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
    short: (line) => cleanLine(line).replaceAll(`${system.home}/`, '~/'),
  });
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
