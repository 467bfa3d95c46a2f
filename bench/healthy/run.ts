import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clients, locate, readingOf, spellEntry, type Client, type NewServer } from '../../src/clients/index.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { diagnostics, examine, type ConfigFinding } from '../../src/doctor/index.ts';
import { memorySystem } from '../../test/support/memory-system.ts';
import { servers, type KnownServer } from './servers.ts';
import { snippets } from './snippets.ts';

const home = '/home/ada';
const project = '/home/ada/project';

/** One healthy file of one client. */
export interface Sample {
  readonly source: 'registry' | 'documentation' | 'public';
  readonly client: string;
  readonly path: string;
  readonly text: string;
}

export interface Judged {
  readonly sample: Sample;
  readonly findings: readonly ConfigFinding[];
}

/** Every client of the registry, every place it is written in, with each server in the client's own spelling. */
export async function registrySamples(): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const where = { platform: 'linux', home, env: {}, workspace: project } as const;
  for (const client of clients) {
    for (const place of client.files.filter(({ write }) => write !== 'never')) {
      const path = locate(place.at, where)[0];
      if (path === undefined || path.includes('*')) continue;
      const reading = readingOf(client, place, where);
      const format = await loadFormat(reading.format);
      for (const known of servers) {
        const server = serverOf(known);
        const spelled = server === undefined ? undefined : spellEntry(reading.entry, known.name, server);
        if (spelled === undefined || isBadName(client, known.name)) continue;
        const at = reading.layouts[0];
        const text = format.change(undefined, reading.tolerance, at, { kind: 'set', name: known.name, fields: spelled.fields, drop: [] });
        if (text !== undefined) samples.push({ source: 'registry', client: client.id, path, text });
      }
    }
  }
  return samples;
}

function isBadName({ names }: Client, name: string): boolean {
  return names !== undefined && !new RegExp(names.pattern).test(name);
}

function serverOf(known: KnownServer): NewServer | undefined {
  if ('url' in known)
    return known.header === undefined ? { kind: 'url', transport: known.transport, url: known.url, headers: new Map() } : undefined;
  return { kind: 'command', command: known.command, args: known.args, env: new Map((known.env ?? []).map((name) => [name, 'production'])) };
}

export function documentationSamples(): readonly Sample[] {
  return snippets.flatMap(({ client, path, write }) =>
    servers.flatMap((server) => {
      const text = write(server);
      const at = path.replace(/^home/, home).replace(/^project/, project);
      return text === undefined ? [] : [{ source: 'documentation' as const, client, path: at, text }];
    }),
  );
}

/** Real files, kept outside the project: `<directory>/<client id>/<any name>`, with the path on the first line of `<name>.path`. */
export function publicSamples(directory: string): readonly Sample[] {
  return readdirSync(directory).flatMap((client) =>
    readdirSync(join(directory, client))
      .filter((name) => name.endsWith('.path'))
      .map((name) => ({
        source: 'public' as const,
        client,
        path: join(project, readFileSync(join(directory, client, name), 'utf8').trim()),
        text: readFileSync(join(directory, client, name.replace(/\.path$/, '')), 'latin1'),
      })),
  );
}

/** Judges each file on a machine where every program it names is there and every variable has a value. */
export async function judge(samples: readonly Sample[]): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const sample of samples) {
    const client = clients.find(({ id }) => id === sample.client);
    if (client === undefined) throw new Error(`there is no client "${sample.client}"`);
    const system = memorySystem({ home, cwd: project, ...world(sample) });
    const program = { node: '/usr/bin/node', file: '/opt/snap/dist/main.js', version: '0.1.0' };
    const { findings } = await examine(system, { workspace: { path: project, isProject: true }, clients: [client], program, diagnostics });
    judged.push({ sample, findings });
  }
  return judged;
}

function world({ path, text, source }: Sample) {
  const compiled = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(60)]);
  const words = new Set([...text.matchAll(/[A-Za-z][\w.+-]*/g)].map((found) => found[0]));
  // Any word of the file may be the program it names.
  const programs = Object.fromEntries([...words, 'node'].map((word) => [`/usr/bin/${word}`, compiled] as const));
  const variables = Object.fromEntries([...words].filter((word) => /^[A-Z][A-Z0-9_]{3,}$/.test(word)).map((word) => [word, 'set']));
  const bytes = source === 'public' ? Buffer.from(text, 'latin1') : Buffer.from(text);
  // Docker runs, and the person has said that the folder is trusted.
  const ready = { '/var/run/docker.sock': '', [`${home}/.gemini/trustedFolders.json`]: JSON.stringify({ [project]: 'TRUST_FOLDER' }) };
  const own = { [`${project}/package.json`]: '{}', '/opt/snap/dist/main.js': '#!/usr/bin/env node\n' };
  const files = { ...programs, ...ready, ...own, [path]: bytes };
  const modes = {
    ...Object.fromEntries(Object.keys(programs).map((name) => [name, 0o755])),
    [path]: path.startsWith(project) ? 0o644 : 0o600,
  };
  return { files, modes, env: { ...variables, HOME: home, PATH: '/usr/bin' } };
}
