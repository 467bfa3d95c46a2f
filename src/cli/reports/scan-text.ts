import type { ScanReport, ScannedClient, ScannedFile, ScannedServer } from './scan-report.ts';
import { displayWidth, padded } from '../terminal/display-width.ts';
import { plain, type Style } from '../terminal/style.ts';
import { count, displayPaths } from '../words.ts';

interface View {
  readonly home: string;
  readonly showAll: boolean;
}

/** Every place that was looked at, and every server there. */
export function placesText(clients: readonly ScannedClient[], style: Style, home: string): string {
  return clients.flatMap((client) => clientLines(client, style, { home, showAll: true })).join('\n');
}

/** The scan for a person: what was found first, what was not found in one line. */
export function scanText(report: ScanReport, style: Style, view: View): string {
  const shown = view.showAll ? report.clients : worthShowing(report.clients);
  const others = report.clients.filter((client) => !shown.includes(client));
  return [
    ...shown.flatMap((client) => [...clientLines(client, style, view), '']),
    ...report.interrupted.map((text) => `${style.sign.warn} ${plain(text)}`),
    summary(shown, report, style, view),
    ...(shown.some(({ configured }) => configured) ? [style.dim('What is configured is listed. Whether it works: snap mcp validate')] : []),
    ...(others.length > 0 ? [style.dim(othersText(others.length, shown.length))] : []),
  ].join('\n');
}

function othersText(others: number, shown: number): string {
  if (shown === 0) return `None of the ${count(others, 'assistant')} that snap knows was found. Where it looked: snap scan --all`;
  return `${count(others, 'other', 'others')} ${others === 1 ? 'is' : 'are'} not installed: snap scan --all`;
}

/** Installed assistants, and others that have a file which no installed assistant reads. */
function worthShowing(clients: readonly ScannedClient[]): readonly ScannedClient[] {
  const present = (client: ScannedClient): readonly string[] =>
    client.files.filter((file) => file.state !== 'absent').map((file) => file.path);
  const claimed = new Set(clients.filter((client) => client.installed).flatMap(present));
  return clients.filter((client) => {
    const isNews = present(client).some((path) => !claimed.has(path));
    for (const path of present(client)) claimed.add(path);
    return client.installed || isNews;
  });
}

function summary(shown: readonly ScannedClient[], report: ScanReport, style: Style, view: View): string {
  // Several assistants may read one file; its servers are there once.
  const servers = new Set(
    shown.flatMap((client) => client.files.flatMap((file) => file.servers.map((server) => `${file.path}:${server.line}:${server.name}`))),
  ).size;
  const installed = shown.filter((client) => client.installed).length;
  const broken = new Set(shown.flatMap((client) => client.files.filter(isTrouble).map((file) => file.path))).size;
  const parts = [`${count(installed, 'assistant')} installed`, count(servers, 'server entry', 'server entries')];
  const trouble = broken === 0 ? '' : `, ${style.red(`${count(broken, 'file')} that cannot be read`)}`;
  return `${style.bold(parts.join(', '))}${trouble}. Workspace: ${plain(displayPaths(report.workspace, view.home))}`;
}

function clientLines(client: ScannedClient, style: Style, view: View): readonly string[] {
  const evidence = client.evidence[0];
  const how = client.installed
    ? `installed${evidence === undefined ? '' : `: ${plain(displayPaths(evidence, view.home))}`}`
    : 'not installed';
  const files = client.files.filter((file) => file.state !== 'absent' || file.error !== undefined);
  const heading = `${style.bold(client.name)}  ${style.dim(`${client.id}, ${how}`)}`;
  const paths = [...new Set(client.files.map(({ path }) => plain(displayPaths(path, view.home))))].join(', ');
  if (files.length === 0)
    return [heading, `  ${style.dim(`no config file yet${view.showAll && paths !== '' ? `; looked for ${paths}` : ''}`)}`];
  return [heading, ...files.flatMap((file) => fileLines(file, style, view))];
}

function isTrouble(file: ScannedFile): boolean {
  return file.state === 'unparsable' || file.state === 'unreadable' || file.state === 'not-a-file' || file.state === 'wrong-key';
}

function fileLines(file: ScannedFile, style: Style, view: View): readonly string[] {
  const path = plain(displayPaths(file.path, view.home));
  const link = file.target === undefined ? '' : style.dim(` ${style.mark.arrow} ${plain(displayPaths(file.target, view.home))}`);
  const place = file.error?.line === undefined ? '' : `:${file.error.line}:${file.error.column ?? 1}`;
  const heading = `  ${path}${isTrouble(file) ? place : ''}${link}  ${style.dim(file.scope)}`;
  const notes = [...file.notes, ...(file.ignored ? ['not read by this assistant at the moment'] : [])].map(
    (note) => `    ${style.sign.warn} ${plain(note)}`,
  );
  if (file.error !== undefined) {
    const mark = isTrouble(file) ? style.sign.bad : style.sign.warn;
    return [heading, `    ${mark} ${file.state}: ${plain(file.error.message)}`, ...notes];
  }
  if (file.state === 'empty') return [heading, `    ${style.dim('empty')}`, ...notes];
  if (file.servers.length === 0) return [heading, `    ${style.dim('no servers')}`, ...notes];
  const width = Math.min(24, Math.max(...file.servers.map((server) => displayWidth(plain(server.name)))));
  return [heading, ...file.servers.map((server) => serverLine(server, width, style, view)), ...notes];
}

function serverLine(server: ScannedServer, width: number, style: Style, view: View): string {
  const mark = markOf(server, style);
  const what = server.incomplete
    ? 'neither a command nor an address'
    : (server.builtIn ?? server.url ?? [server.command ?? '', ...server.args].join(' ').trim());
  const remarks = [
    ...(server.ours ? ['snap'] : []),
    ...(server.enabled ? [] : ['switched off']),
    ...(server.stopped === null ? [] : [stopRemark(server.stopped, view)]),
    ...(server.effective ? [] : ['overridden by another file']),
    ...(server.envNames.length > 0 ? [`env: ${server.envNames.join(', ')}`] : []),
    ...(server.headerNames.length > 0 ? [`headers: ${server.headerNames.join(', ')}`] : []),
  ];
  const remark = remarks.length === 0 ? '' : style.dim(` (${plain(remarks.join('; '))})`);
  return `    ${mark} ${padded(plain(server.name), width)}  ${style.dim((server.transport === 'unknown' ? '' : server.transport).padEnd(5))}  ${plain(what === '' ? '-' : what)}${remark}`;
}

/** A tick only for what runs: a warning where nobody was asked yet. */
function markOf({ effective, enabled, incomplete, stopped }: ScannedServer, style: Style): string {
  if (!enabled || !effective) return style.sign.none;
  if (incomplete) return style.sign.bad;
  if (stopped === null) return style.sign.good;
  return stopped.decided ? style.sign.none : style.sign.warn;
}

function stopRemark({ kind, path, reason }: NonNullable<ScannedServer['stopped']>, { home }: View): string {
  return kind === 'switched-off' ? `switched off in ${displayPaths(path, home)}` : reason;
}
