import type { Setup } from '../../doctor/index.ts';
import { plain, type Sign, type Style } from '../terminal/style.ts';
import { displayWidth, padded } from '../terminal/display-width.ts';
import { count, displayPaths, noAssistants } from '../words.ts';
import { answerText, shareCalls } from './calls-text.ts';
import { serverList, startText, stateOfCall, unreadFiles, type ListedPlace, type ListedServer, type ServerState } from './server-list.ts';

/** How the list is shown. */
export interface ServerListView {
  readonly home: string;
  readonly style: Style;
}

/** The list for a person: for each server what it is, whether it answers, and which assistants have it. */
export function serverListText(setup: Setup, view: ServerListView): string {
  const servers = serverList(setup);
  const { style } = view;
  const names = Math.min(24, Math.max(0, ...servers.map(({ name }) => displayWidth(plain(name)))));
  const unread = unreadFiles(setup).map(
    ({ client, error, path, state }) =>
      `${style.sign.warn} The servers of ${client.name} in ${plain(displayPaths(path, view.home))} are not listed: ${state === 'wrong-key' ? (error?.message ?? '') : `the file is ${state}`}${error?.line === undefined ? '' : ` at ${error.line}:${error.column ?? 1}`}.`,
  );
  const blocks = servers.map((server) => blockText(server, names, view));
  return [...blocks, ...unread, ...closing(servers, setup, style)].join('\n');
}

function blockText(server: ListedServer, names: number, view: ServerListView): string {
  const { style } = view;
  const { kind, name, places, state } = server;
  const kindWord = kind ?? (server.server.kind === 'url' ? '?' : '');
  const head = `${style.sign[signs[state]]} ${style.bold(padded(plain(name), names))}  ${kindWord.padEnd(5)}  ${stateWords[state].padEnd(9)}  `;
  return [`${head}${whatOf(server, view)}`.trimEnd(), ...scopeLines(places, state, view), ...answerLines(server, view)].join('\n');
}

function whatOf({ server }: ListedServer, { home }: ServerListView): string {
  return plain(displayPaths(startText(server), home));
}

const stateWords: Readonly<Record<ServerState, string>> = {
  answers: 'answers',
  'sign-in': 'sign in',
  fails: 'fails',
  partly: 'partly',
  'not-asked': 'not asked',
  off: 'off',
  broken: 'broken',
  'built-in': 'built in',
};

const labelWidth = 'project'.length;

/** The assistants by scope: their own files and those of the project say different things about who else has a server. */
function scopeLines(places: readonly ListedPlace[], state: ServerState, view: ServerListView): readonly string[] {
  const scopes = [...new Set(places.map(({ scope }) => scope))];
  return scopes.map((scope) => {
    const own = places.filter((place) => place.scope === scope);
    const used = new Set(own.filter(({ entry }) => entry.isEffective).map(({ entry }) => entry.client));
    // What another file of the same scope has as well is no news.
    const names = own.filter(({ entry }) => entry.isEffective || !used.has(entry.client)).map((place) => placeText(place, state));
    return `    ${view.style.dim(scope.padEnd(labelWidth))}  ${[...new Set(names)].join(', ')}`;
  });
}

/** The assistant, and in brackets what is special about its entry. */
function placeText({ entry, state, stopped }: ListedPlace, whole: ServerState): string {
  const wasAsked = whole === 'answers' || whole === 'fails' || whole === 'partly' || whole === 'sign-in';
  const remarks = [
    ...(state === 'off' && whole !== 'off' ? ['off'] : []),
    ...(state === 'not-asked' && wasAsked ? ['not asked'] : []),
    ...(stopped === undefined ? [] : [stopped]),
    ...(entry.isEffective ? [] : ['overridden']),
    ...(entry.file.installed ? [] : ['not installed']),
  ];
  return `${entry.client.name}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`;
}

/** What the server said: one line where every assistant got the same, else one for each answer. */
function answerLines({ places }: ListedServer, { home, style }: ServerListView): readonly string[] {
  const shared = shareCalls(places.flatMap(({ entry, live }) => (live === undefined ? [] : [{ ...entry, live: [live] }])));
  const isOne = shared.length === 1;
  return shared.map(({ calls, result }) => {
    const said = plain(displayPaths(answerText(calls, result), home));
    if (isOne) return `    ${said}`;
    const clients = [...new Set(calls.map(({ entry }) => entry.client.name))].join(', ');
    return `    ${style.sign[signs[stateOfCall[result]]]} ${clients}: ${said}`;
  });
}

function closing(servers: readonly ListedServer[], setup: Setup, style: Style): readonly string[] {
  const clients = new Set(servers.flatMap(({ places }) => places.map(({ entry }) => entry.client))).size;
  if (servers.length === 0) {
    const looked = new Set(setup.files.filter(({ installed }) => installed).map(({ client }) => client)).size;
    if (looked === 0) return [noAssistants];
    return [`No servers in the config files of ${count(looked, 'assistant')} found on this machine.`];
  }
  const of = (state: ServerState): number => servers.filter((server) => server.state === state).length;
  const counts = counted.flatMap(([state, one, many]) => (of(state) === 0 ? [] : [`${of(state)} ${of(state) === 1 ? one : many}`]));
  const total = `${count(servers.length, 'server')} in ${count(clients, 'assistant')}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}.`;
  const failing = servers.filter(({ state }) => state === 'fails' || state === 'partly');
  // snap's own server is asked by "validate" too.
  const needsProbe = failing.some(({ isOurs }) => !isOurs);
  return [
    '',
    style.bold(total),
    ...(failing.length + of('broken') > 0 ? [`What is wrong, and what to do: snap mcp validate${needsProbe ? ' --probe' : ''}`] : []),
    ...(of('not-asked') === 0
      ? []
      : ['"snap mcp scan --by server --probe" asks them: it starts and calls them, which runs their code, also that of project files.']),
  ];
}

const counted: readonly (readonly [state: ServerState, one: string, many: string])[] = [
  ['answers', 'answers', 'answer'],
  ['partly', 'answers in some assistants only', 'answer in some assistants only'],
  ['fails', 'does not answer', 'do not answer'],
  ['sign-in', 'asks you to sign in', 'ask you to sign in'],
  ['broken', 'broken', 'broken'],
  ['not-asked', 'not asked', 'not asked'],
];

const signs: Readonly<Record<ServerState, Sign>> = {
  answers: 'good',
  fails: 'bad',
  broken: 'bad',
  partly: 'warn',
  'sign-in': 'none',
  'not-asked': 'none',
  off: 'none',
  'built-in': 'none',
};
