import {
  factGroups,
  isProved,
  lastRead,
  changeEntry,
  clients,
  locate,
  readingOf,
  displayPlace,
  type Client,
  type ConfigPlace,
  type Platform,
  type Scope,
  type Where,
} from '../src/clients/index.ts';
import { loadFormat } from '../src/formats/index.ts';
import { diagnostics } from '../src/doctor/index.ts';
import { snapEntry } from '../src/changes/index.ts';
import { catalogue } from '../src/cli/add/catalogue/catalogue.ts';
import { tools } from '../src/server/calling.ts';

// What scripts/docs.mjs turns into pages. It is bundled and imported there, because Node 20 does not run TypeScript.

export const diagnosticRows = diagnostics.map(({ id, severity, summary }) => ({ id, severity, summary }));

/** The servers that `snap mcp add` knows by name. */
export const catalogueRows = catalogue;

/** What `tools/list` says, so that a server answers it before it has loaded the tools (src/server/handshake.ts). */
export const listedTools = tools.map(({ name, surface, description, annotations, inputSchema, outputSchema }) => ({
  name,
  surface,
  description,
  annotations,
  inputSchema: inputSchema(),
  outputSchema: outputSchema(),
}));

const all: readonly Client[] = clients;
const workspaceIn = all.flatMap((client) => client.workspaceIn ?? []);

/** What a server has to know of the registry before it loads the registry (src/server/assistants.json). */
export const startFacts = { withoutDots: [...new Set(all.flatMap((client) => client.withoutDots?.clientNames ?? []))] };

/** The variables by which assistants name the open folder, the documented ones first (src/workbench/workspace-variables.json). */
export const workspaceVariables = [
  ...workspaceIn.filter(({ isReported }) => isReported !== true),
  ...workspaceIn.filter(({ isReported }) => isReported === true),
].map(({ variable }) => variable);

export interface ClientPage {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly setup: string;
  readonly format: string;
  readonly tolerance: string;
  readonly key: string;
  readonly transports: readonly string[];
  readonly reload: string;
  readonly afterRemoval: string | undefined;
  readonly switchElsewhere: string | undefined;
  /** What the person does before servers start, and how long those have. */
  readonly before: readonly string[];
  readonly manualSteps?: string;
  readonly workspace: string;
  readonly docs: string;
  readonly checked: string;
  readonly sources: readonly SourceRow[];
  readonly unverified: readonly string[];
  readonly files: readonly FileRow[];
}

/** Where a group of facts was read; without `at` no source was found. */
export interface SourceRow {
  readonly of: string;
  readonly at: string | undefined;
  readonly read: string | undefined;
  readonly isProved: boolean;
}

export interface FileRow {
  readonly scope: Scope;
  readonly write: string;
  /** As documentation spells it; absent where the platform has no such file. */
  readonly paths: { readonly [P in Platform]: string | undefined };
  readonly overrides: readonly string[];
  /** Where this file differs from the client's row. */
  readonly format?: string;
  readonly key?: string;
  /** Where this file's facts differ, as sentences. */
  readonly differs: readonly string[];
  readonly note?: string;
}

export const platforms = ['darwin', 'linux', 'win32'] as const satisfies readonly Platform[];

export const pages: readonly ClientPage[] = clients.map((client: Client) => ({
  id: client.id,
  name: client.name,
  kind: client.kind,
  setup: client.setup,
  format: client.format,
  tolerance: client.tolerance,
  key: keyOf(client.layout),
  transports: ['stdio', ...(client.entry.http === undefined ? [] : ['http']), ...(client.entry.sse === undefined ? [] : ['sse'])],
  reload: client.reload,
  afterRemoval: client.afterRemoval,
  switchElsewhere: outsideSwitchOf(client) ?? client.switchElsewhere,
  before: [...beforeStart(client), ...startTimes(client)],
  ...(client.manualSteps === undefined ? {} : { manualSteps: client.manualSteps }),
  workspace: workspaceOf(client),
  docs: client.docs,
  checked: lastRead(client),
  sources: sourcesOf(client),
  unverified: client.unverified,
  files: client.files.map((place) => fileRow(client, place)),
}));

/** Where snap flips a switch that is not in the entry. */
function outsideSwitchOf({ gates, name }: Client): string | undefined {
  const gate = gates?.find(({ flips }) => flips === true);
  if (gate === undefined) return undefined;
  const file = gate.in === undefined ? 'its settings' : `\`${displayPlace(gate.in, 'linux')}\``;
  const keys = gate.at.flatMap((step) => (typeof step === 'string' && step !== 'projects' ? [step] : []));
  const key = gate.off === undefined ? '' : `\`${[...keys, gate.off].join('.')}\` in `;
  return `"snap mcp disable" and "snap mcp enable" write ${key}${file}${gate.perProject === true ? ', for the open project' : ''}. ${name} itself: ${gate.says.replace(/^Or /, '').replaceAll('{server}', 'NAME')}`;
}

function beforeStart({ approval, trust }: Client): readonly string[] {
  const command = approval?.command === undefined ? '' : `Run "${approval.command.replaceAll('{server}', 'NAME')}". `;
  return [
    ...(approval === undefined ? [] : [`Servers of a project wait for your approval: ${command}${approval.says}`]),
    ...(trust === undefined || trust.otherwise === 'trusted'
      ? []
      : [`${trust.stops === 'all' ? 'Servers' : 'Servers of a project'} start in a trusted folder only: ${trust.says}`]),
  ];
}

function startTimes({ commandLine, limits }: Client): readonly string[] {
  const said = [
    { of: 'A server', start: limits?.start },
    { of: 'A remote server', start: limits?.remoteStart },
    { of: `In ${commandLine?.name}, a server`, start: commandLine?.start },
  ].flatMap(({ of, start }) =>
    start === undefined
      ? []
      : [`${of} has ${start.seconds} s to start (${start.proved === undefined ? 'not proved' : `seen with ${start.proved}`}).`],
  );
  return said.length === 0 ? [] : [said.join(' ')];
}

/** The source of the row, then those of the groups and places that have their own. */
function sourcesOf(client: Client): readonly SourceRow[] {
  const { row, ...groups } = client.sources;
  const own = factGroups.flatMap(({ group, about }): readonly SourceRow[] => {
    const source = groups[group];
    if (source === undefined) return [];
    const { at, read } = source === 'none' ? { at: undefined, read: undefined } : source;
    return [{ of: about, at, read, isProved: isProved(client, group) }];
  });
  const places = client.files.flatMap(({ at, source }): readonly SourceRow[] => {
    const shown = platforms.map((platform) => displayPlace(at, platform)).find((path) => path !== undefined);
    return source === undefined ? [] : [{ of: `\`${shown}\``, at: source.at, read: source.read, isProved: source.by === undefined }];
  });
  return [
    { of: own.length + places.length === 0 ? 'all' : 'the rest', at: row.at, read: row.read, isProved: row.by === undefined },
    ...own,
    ...places,
  ];
}

function fileRow(client: Client, place: ConfigPlace): FileRow {
  const key = place.layout === undefined ? undefined : keyOf(place.layout);
  return {
    scope: place.scope,
    write: place.write,
    paths: { darwin: displayPlace(place.at, 'darwin'), linux: displayPlace(place.at, 'linux'), win32: displayPlace(place.at, 'win32') },
    overrides: [...new Set(platforms.flatMap((platform) => overridesOf(place, platform)))],
    ...(place.format === undefined || place.format === client.format ? {} : { format: place.format }),
    ...(key === undefined || key === keyOf(client.layout) ? {} : { key }),
    differs: differencesOf(client, place),
    ...(place.note === undefined ? {} : { note: place.note }),
  };
}

function differencesOf(client: Client, place: ConfigPlace): readonly string[] {
  const { tolerance = client.tolerance, upward, variables, withoutWrapper } = place;
  const tolerances: { readonly [T in typeof tolerance]: string | undefined } = {
    strict: 'Strict JSON.',
    comments: 'With comments.',
    'comments-and-commas': 'With comments and trailing commas.',
    json5: 'JSON5.',
    unknown: undefined,
  };
  const texts = [
    tolerance === client.tolerance || (place.format ?? client.format) !== 'json' ? undefined : tolerances[tolerance],
    withoutWrapper === undefined ? undefined : 'The wrapper may be missing.',
    variables === undefined ? undefined : `Replaces ${variables.map((text) => `\`${text}\``).join(', ') || 'no variables'} here.`,
    upward === undefined
      ? undefined
      : `Also read in the directories above${upward === 'repository' ? ', up to the root of the repository' : ''}; the nearer one wins.`,
  ];
  return texts.filter((text) => text !== undefined);
}

function overridesOf({ at }: ConfigPlace, platform: Platform): readonly string[] {
  const place = 'from' in at ? at : at[platform];
  return (place?.override ?? []).map(({ env }) => env);
}

function keyOf({ kind, at }: Client['layout']): string {
  const path = at.map((step) => (typeof step === 'string' ? step : '<workspace>')).join(' > ');
  return kind === 'list' ? `${path} (a list)` : path;
}

/** How a server started from a user file learns which folder is open. */
function workspaceOf(client: Client): string {
  const user = client.files.filter((place) => place.scope === 'global' && place.write !== 'never');
  if (user.length === 0) return 'has no user file that snap writes';
  if (user.every((place) => place.workspaceVariable !== undefined)) return `\`${user[0]?.workspaceVariable ?? ''}\``;
  if (user.every((place) => place.startsIn === 'workspace')) return 'servers start in the open folder';
  return 'servers start anywhere, so the entry names the folder';
}

export interface Template {
  readonly id: string;
  readonly scope: Scope;
  readonly name: string;
  readonly text: string;
}

const project = '/absolute/path/to/project';
const program = { node: '/absolute/path/to/node', file: '/absolute/path/to/snap-mcp/dist/main.js' };

/** What snap writes for each client and scope where there is no file yet. */
export async function templates(): Promise<readonly Template[]> {
  const made: Template[] = [];
  for (const client of clients) {
    for (const scope of ['global', 'local', 'project'] as const) {
      const template = await templateOf(client, scope);
      if (template !== undefined) made.push(template);
    }
  }
  return made;
}

async function templateOf(client: Client, scope: Scope): Promise<Template | undefined> {
  const found = placeOf(client, scope);
  if (found === undefined) return undefined;
  const { place, where, path } = found;
  const choice = snapEntry(client, place, {
    program,
    workspace: { path: project, isProject: true },
    surface: 'default',
    isWorkspaceNamed: true,
    isOnPath: () => true,
  });
  if (choice.kind === 'refused') throw new Error(`${client.id} ${scope}: ${choice.message}`);
  const reading = readingOf(client, place, where);
  const format = await loadFormat(reading.format);
  const { home, platform } = where;
  const edit = changeEntry({
    client,
    place,
    path,
    reading,
    home,
    platform,
    format,
    name: 'snap',
    server: choice.server,
    force: false,
    onlyOurs: false,
    isLink: false,
  });
  const result = edit.kind === 'edit' ? edit.compute(undefined) : edit;
  if (result.kind !== 'write' || result.bytes === undefined) throw new Error(`${client.id} ${scope}: nothing would be written`);
  return { id: client.id, scope, name: path.split(/[\\/]/).at(-1) ?? '', text: new TextDecoder().decode(result.bytes) };
}

/** The place that is made, else one that is only extended, on Linux or else on the first platform that has it. */
function placeOf(client: Client, scope: Scope): { readonly place: ConfigPlace; readonly where: Where; readonly path: string } | undefined {
  for (const write of ['create', 'existing'] as const) {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      for (const place of client.files) {
        if (place.scope !== scope || place.write !== write) continue;
        const where: Where = { platform, home: '/home/you', env: {}, workspace: project };
        const path = locate(place.at, where)[0];
        if (path !== undefined) return { place, where, path: path.replace('*', 'snap') };
      }
    }
  }
  return undefined;
}
