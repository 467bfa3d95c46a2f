import { showServer, type Client } from '../../clients/index.ts';
import type { ConfigFinding, EntryFacts, FileFacts, Setup } from '../../doctor/index.ts';
import { plain, type Style } from '../terminal/style.ts';
import { displayWidth, padded } from '../terminal/display-width.ts';
import { wrapLines } from '../terminal/wrap.ts';
import { displayPaths } from '../words.ts';
import { startText, stopOf } from './server-list.ts';

/** How places are shown. */
export interface PlacesView {
  readonly home: string;
  readonly style: Style;
  readonly width: number | undefined;
}

/** Every place that was looked at, and every server there: for `--verbose`. Assistants that are not there have a line each. */
export function placesText(setup: Setup, findings: readonly ConfigFinding[], view: PlacesView): string {
  const { home, style, width } = view;
  const here = new Set(setup.files.filter(({ installed, state }) => installed || state !== 'absent').map(({ client }) => client));
  const others = [...new Set(setup.files.map(({ client }) => client))].filter((client) => !here.has(client));
  const absent = others.map((client) => {
    const paths = setup.files.filter((file) => file.client === client).map(({ path }) => plain(displayPaths(path, home)));
    return `  ${client.name}: ${style.dim([...new Set(paths)].join(', '))}`;
  });
  const lines = [
    ...[...here].map((client) => clientText(client, setup, findings, view)),
    ...(absent.length === 0 ? [] : [style.bold('Not found, and looked for at'), ...absent]),
  ].join('\n');
  return width === undefined ? lines : wrapLines(lines, width);
}

function clientText(client: Client, setup: Setup, findings: readonly ConfigFinding[], view: PlacesView): string {
  const files = setup.files.filter((file) => file.client === client);
  const about = findings.filter((one) => one.client === client || one.alsoClients.includes(client));
  return [view.style.bold(client.name), ...files.flatMap((file) => fileLines(file, setup, about, view))].join('\n');
}

interface EntryView extends PlacesView {
  readonly setup: Setup;
}

function fileLines(file: FileFacts, setup: Setup, findings: readonly ConfigFinding[], view: PlacesView): readonly string[] {
  const { home, style } = view;
  const own = setup.entries.filter(
    (entry) => entry.client === file.client && entry.file.path === file.path && entry.file.scope === file.scope,
  );
  const state = file.state === 'absent' ? 'not there' : file.ignored ? 'not read at the moment' : own.length > 0 ? '' : stateWords(file);
  const remark = [file.scope, state].filter((part) => part !== '').join(', ');
  const width = Math.min(24, Math.max(0, ...own.map(({ entry }) => displayWidth(plain(entry.name)))));
  return [
    `  ${plain(displayPaths(file.path, home))}  ${style.dim(remark)}`,
    ...own.map((entry) => `    ${entryLine(entry, findings, width, { ...view, setup })}`),
  ];
}

function stateWords({ state }: FileFacts): string {
  return state === 'ok' ? 'no servers' : state;
}

function entryLine(target: EntryFacts, findings: readonly ConfigFinding[], width: number, { home, setup, style }: EntryView): string {
  const { entry, file, isEffective, isOn } = target;
  const { transport } = showServer(entry.server);
  const stopped = isOn ? stopOf(target, setup) : undefined;
  const about = findings.filter(({ path, server }) => path === file.path && server === entry.name).map(({ severity }) => severity);
  const isDoubtful = about.includes('warning') || stopped !== undefined;
  const mark = about.includes('error')
    ? style.sign.bad
    : isDoubtful
      ? style.sign.warn
      : isOn && isEffective
        ? style.sign.good
        : style.sign.none;
  const remarks = [...(isOn ? [] : ['off']), stopped ?? [], ...(isEffective ? [] : ['overridden by another file'])].flat();
  const kind = (transport === 'unknown' ? '' : transport).padEnd(5);
  const remark = remarks.length === 0 ? '' : style.dim(` (${remarks.join(', ')})`);
  return `${mark} ${padded(plain(entry.name), width)}  ${style.dim(kind)}  ${plain(displayPaths(startText(entry.server), home))}${remark}`;
}
