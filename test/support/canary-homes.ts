import { changeEntry, clients, locate, readingOf, type Client, type ConfigPlace, type NewServer } from '../../src/clients/index.ts';
import { loadFormat } from '../../src/formats/index.ts';
import type { Home } from './program-home.ts';
import { tokens, weakPassword } from './canary-values.ts';

const [github, anthropic, aws, hex, jwt] = tokens.map(({ secret }) => secret);
const weak = weakPassword.secret;

/** What people write into an entry, with a secret in every place where one was ever found. */
export const plantedServers: Readonly<Record<string, NewServer>> = {
  started: {
    kind: 'command',
    command: 'npx',
    args: [
      '-y',
      'some-server',
      '--api-key',
      weak,
      '--token',
      `${github}`,
      '-p',
      weak,
      `--password=${weak}`,
      `API_KEY=${weak}`,
      '-e',
      `DB_PASSWORD=${weak}`,
      '--header',
      `Authorization: Bearer ${weak}`,
      `postgres://me:${weak}@db.example.com/x`,
      `${anthropic}`,
      `${hex}`,
      `/srv/${jwt}/data`,
      `https://api.example.com/x?access_token=${weak}`,
      `{"apiKey":"${weak}"}`,
    ],
    env: new Map([
      ['GITHUB_TOKEN', `${github}`],
      ['DB_PASSWORD', weak],
      ['DATABASE_URL', `postgres://me:${weak}@db.example.com/x`],
      ['HARMLESS_NAME', `${aws}`],
    ]),
  },
  line: { kind: 'command', command: `npx some-server --token ${weak} ${jwt}`, args: [], env: new Map([['API_KEY', `${hex}`]]) },
  called: {
    kind: 'url',
    transport: 'http',
    url: `http://me:${weak}@mcp.example.com/${github}/mcp?key=${weak}&token=${anthropic}`,
    headers: new Map([
      ['Authorization', `Bearer ${jwt}`],
      ['X-Other', weak],
    ]),
  },
};

export interface PlantedFile {
  readonly client: Client;
  readonly place: ConfigPlace;
  readonly format: 'json' | 'yaml' | 'toml';
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

/** The files for the first home that was asked for: another home has the same, with its own path in them. */
let first: { readonly home: string; readonly files: readonly PlantedFile[] } | undefined;

/** Every file of every client, as this machine would have it, with the planted servers and one whose name is a token. */
export async function plantedFiles(at: Pick<Home, 'path' | 'project'>): Promise<readonly PlantedFile[]> {
  first ??= { home: at.path, files: await filesFor(at) };
  const { home, files } = first;
  const here = (text: string): string => text.replaceAll(home, at.path);
  return files.map((file) => ({ ...file, path: here(file.path), text: here(file.text) }));
}

async function filesFor({ path: home, project }: Pick<Home, 'path' | 'project'>): Promise<readonly PlantedFile[]> {
  const files = new Map<string, PlantedFile>();
  for (const client of clients) {
    for (const place of client.files) {
      const where = { platform: 'linux', home, env: {}, workspace: project } as const;
      const path = locate(place.at, where)[0]?.replaceAll('*', 'planted');
      if (path === undefined || files.has(path) || !path.startsWith(home)) continue;
      const reading = readingOf(client, place, where);
      let bytes: Uint8Array | undefined;
      for (const [name, server] of [...Object.entries(plantedServers), [`${github}`, plantedServers['line']] as const]) {
        const target = {
          client,
          place,
          path,
          reading,
          home,
          platform: 'linux',
          format: await loadFormat(reading.format),
          name,
          server,
        } as const;
        const edit = changeEntry({ ...target, force: true, isLink: false, onlyOurs: false });
        const result = edit.kind === 'edit' ? edit.compute(bytes) : undefined;
        if (result?.kind === 'write') bytes = result.bytes;
      }
      if (bytes !== undefined) files.set(path, { client, place, path, format: reading.format, text: new TextDecoder().decode(bytes) });
    }
  }
  return [...files.values()];
}

/** One file of each kind, where what is asked for is a matter of the format. */
export function oneOfEachKind(files: readonly PlantedFile[]): readonly PlantedFile[] {
  const kinds = new Map<string, PlantedFile>();
  for (const file of files) {
    const { client, place, format } = file;
    kinds.set(JSON.stringify([format, place.tolerance ?? client.tolerance, (place.layout ?? client.layout).kind]), file);
  }
  return [...kinds.values()];
}

/** What becomes of a file in people's hands. The secrets stay in it. */
export const damages: Readonly<Record<string, (file: PlantedFile) => string>> = {
  none: ({ text }) => text,
  comment: ({ format, text }) =>
    format === 'json'
      ? `// "API_KEY": "${weak}", ${github}\n${text.replace('\n', ` // password: ${weak}\n`)}`
      : `# API_KEY: ${weak}, ${github}\n${text}`,
  'missing comma': ({ format, text }) =>
    format === 'json' ? text.replaceAll(/("npx"|"-y"),/g, '$1') : text.replace(/^(\s*)(\S*npx)/m, '$1[$2'),
  'unclosed quote': ({ text }) =>
    text.replace(new RegExp(String.raw`(DB_PASSWORD[^\n]*${weak})["']`), '$1').replace(new RegExp(`(${jwt})"`), '$1'),
  'conflict markers': ({ text }) => {
    const lines = text.split('\n');
    const at = Math.max(1, Math.floor(lines.length / 2));
    const side = [lines[at] ?? '', `"PASSWORD": "${weak}", "TOKEN": "${github}"`];
    return [...lines.slice(0, at), '<<<<<<< HEAD', lines[at] ?? '', '=======', ...side, '>>>>>>> theirs', ...lines.slice(at + 1)].join(
      '\n',
    );
  },
  'wrong kinds of values': ({ format, text }) =>
    format === 'json'
      ? text
          .replaceAll(/"(env|environment)": \{[^}]*\}/g, `"$1": ["GITHUB_TOKEN=${github}", "PASSWORD=${weak}"]`)
          .replaceAll(/"args": \[[^\]]*\]/g, `"args": "--token ${weak} ${jwt}"`)
          .replaceAll(/"headers": \{[^}]*\}/g, `"headers": "Authorization: Bearer ${jwt}"`)
      : text.replaceAll(/^(\s*)DB_PASSWORD.*$/gm, format === 'yaml' ? `$1DB_PASSWORD: [${weak}]` : `$1DB_PASSWORD = ["${weak}"]`),
  'duplicate keys': ({ format, text }) =>
    format === 'json' ? text.replaceAll(/^(\s*)"DB_PASSWORD"/gm, `$1"DB_PASSWORD": "${jwt}",\n$1"DB_PASSWORD"`) : text,
  cut: ({ text }) => text.slice(0, text.lastIndexOf(weak) + weak.length),
};

/** Files that are not in the registry and must not be quoted either. */
export function plantBeside(home: Home): void {
  const stray = JSON.stringify({ mcpServers: { stray: { command: 'npx', args: ['--token', weak], env: { TOKEN: github } } } });
  home.write('.env', `API_KEY=${weak}\nTOKEN=${github}\n`);
  home.write('project/.env', `API_KEY=${weak}\nTOKEN=${github}\n`);
  home.write('.claude.json.corrupted.1763000000000', stray);
  home.write('.claude/claude_desktop_config.json', stray);
  home.write('.config/claude/claude_desktop_config.json', stray);
  const rows: readonly Client[] = clients;
  const where = { platform: 'linux', home: home.path, env: {}, workspace: home.project } as const;
  for (const path of rows.flatMap(({ strays = [] }) => strays.flatMap((place) => locate(place, where)))) {
    if (path.startsWith(home.path) && !path.includes('*')) home.write(path.slice(home.path.length + 1), stray);
  }
}
