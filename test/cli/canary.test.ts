import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clients } from '../../src/clients/index.ts';
import { damages, oneOfEachKind, plantBeside, plantedFiles, type PlantedFile } from '../support/canary-homes.ts';
import { leaksIn, tokens, weakPassword } from '../support/canary-values.ts';
import { makeHome, type Home } from '../support/program-home.ts';
import { sampled, stride } from '../support/storm.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const canaries = [...tokens, weakPassword];
const everyClient = clients.flatMap(({ id }) => ['--client', id]);

const unchanged = ({ text }: PlantedFile): string => text;

async function plant(damage: (typeof damages)[string], command: readonly string[] = ['mcp', 'repair']): Promise<void> {
  plantBeside(home);
  const files = await plantedFiles(home);
  // Mending is slow, and a matter of the format.
  const isMended = broken.has(damage) || command.includes('repair');
  for (const file of isMended ? oneOfEachKind(files) : files) home.write(file.path.slice(home.path.length + 1), damage(file));
}

const broken = new Set(['missing comma', 'unclosed quote', 'conflict markers', 'cut'].map((name) => damages[name]));

/** Runs it, and holds both streams against the secrets. */
async function runDiscreetly(args: readonly string[]): Promise<void> {
  const { out, err } = await home.run(args);
  expect(out.length + err.length, args.join(' ')).toBeGreaterThan(20);
  expect(err, args.join(' ')).not.toContain('this is a bug in snap');
  expect(leaksIn(out + err, canaries), args.slice(0, 6).join(' ')).toEqual([]);
}

const looking = [
  ['mcp', 'validate', ...everyClient],
  ['mcp', 'validate', '--format', 'github', ...everyClient],
  ['mcp', 'repair', '--dry-run', '--unsafe', ...everyClient],
  ['setup', '--all'],
];
const pairs = Object.keys(damages).flatMap((name) => looking.map((args) => [name, args.slice(0, 3).join(' '), args] as const));

describe('secrets in damaged files', () => {
  // All of them in a storm, else each ninth: every command, and other damages for each.
  it.each(stride === 1 ? pairs : pairs.filter((_, i) => i % 9 === 0))('with the damage "%s" are not shown by %s', async (name, _, args) => {
    await plant(damages[name] ?? unchanged, args);
    await runDiscreetly(args);
  });
});

describe('secrets in files that are well formed', () => {
  it.each(
    sampled([
      ['mcp', 'validate', '--json', ...everyClient],
      ['mcp', 'validate', '--format', 'sarif', ...everyClient],
      ['mcp', 'repair', '--dry-run', '--json', '--unsafe', ...everyClient],
      ['mcp', 'repair', ...everyClient],
      ['doctor', ...everyClient],
      ['doctor', '--json', ...everyClient],
      ['setup', '--json'],
      ['mcp', 'scan', '--json'],
      ['mcp', 'sync', '--json'],
      ['mcp', 'sync', '--from', 'claude-code'],
      ['mcp', 'sync', '--from', 'claude-code', '--with-secrets', '--force', '--dry-run'],
      ['mcp', 'sync', '--from', 'codex', '--with-secrets', '--force', '--json', '--dry-run'],
      ['mcp', 'disable', 'started', '--all', '--dry-run'],
      ['mcp', 'enable', 'nobody', '--json'],
    ]),
  )('are not shown by %s %s %s %s', async (...args) => {
    await plant(damages['none'] ?? unchanged, args);
    await runDiscreetly(args);
  });
});

describe.each(sampled(['none', 'missing comma', 'wrong kinds of values']))(
  'secrets in files with the damage "%s", once these are written',
  (name) => {
    it('are in nothing of our own', async () => {
      await plant(damages[name] ?? unchanged);
      await runDiscreetly(['mcp', 'repair', '--yes', '--unsafe', ...everyClient]);
      await runDiscreetly(['mcp', 'disable', 'started', '--all', '--yes']);
      await runDiscreetly(['mcp', 'sync', '--from', 'cursor', '--with-secrets', '--force', '--yes']);
      await runDiscreetly(['setup', '--all', '--yes']);
      await runDiscreetly(['mcp', 'history', '--json']);
      expect(ownFiles().length).toBeGreaterThan(4);
      for (const path of ownFiles()) {
        expect(statSync(path).mode & 0o077, path).toBe(0);
        expect(leaksIn(readFileSync(path, 'latin1'), canaries), path).toEqual([]);
      }
    });
  },
);

function ownFiles(): readonly string[] {
  const own = join(home.path, '.snap-data');
  if (!existsSync(own)) return [];
  return readdirSync(own, { recursive: true, encoding: 'utf8' })
    .map((name) => join(own, name))
    .filter((path) => statSync(path).isFile());
}

describe('what a server says when it is called', () => {
  it('shows nothing that it was given', async () => {
    const { secret } = weakPassword;
    const server = home.write(
      'echo.mjs',
      `const secrets = [...process.argv.slice(2), ...Object.values(process.env)].join(' ') + '\\u001B[31m';
       process.stderr.write(secrets + '\\n');
       process.stdout.write(secrets + '\\n');
       process.stdin.on('data', (bytes) => {
         for (const line of String(bytes).trim().split('\\n')) {
           const { id, method } = JSON.parse(line);
           if (id === undefined) continue;
           const info = { name: secrets, version: secrets };
           const result = method === 'initialize'
             ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: info }
             : { tools: [{ name: secrets, inputSchema: { type: 'object' } }] };
           const error = { code: -32000, message: secrets };
           process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...(process.argv.includes('--fail') ? { error } : { result }) }) + '\\n');
         }
       });
       process.stdin.on('end', () => process.exit(0));
       if (process.argv.includes('--exit')) process.exit(3);`,
    );
    const env = { API_KEY: secret, OTHER: tokens[3]?.secret };
    const args = ['--password', secret, `--api-key=${secret}`, tokens[0]?.secret];
    const entry = (...more: readonly string[]) => ({ command: process.execPath, args: [server, ...args, ...more], env });
    home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { ok: entry(), fails: entry('--fail'), exits: entry('--exit') } }));
    for (const format of ['text', 'json', 'sarif', 'github']) {
      const { out, err } = await home.run(['mcp', 'validate', '--cursor', '--probe', '--format', format]);
      expect(out).toContain('server-exits');
      expect(leaksIn(out + err, canaries)).toEqual([]);
      expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
    }
    await runDiscreetly(['doctor', '--cursor', '--probe']);
  });
});

describe('a file made to hang whoever reads it', () => {
  const long = (text: string): string => text.repeat(Math.ceil(300_000 / text.length));
  const deep = 10_000;

  it.each(sampled(['a', 'a-', '${', '$a', '://', ':@', 'eyJ', '?', ' ', '\\\\', '\\"', '*a']))(
    'holds %j again and again, and is judged in time',
    async (piece) => {
      const text = long(piece);
      const server = `{"command":"${text}","args":["--token","${text}"],"env":{"A":"${text}"},"cwd":"${text}"}`;
      home.write('.cursor/mcp.json', `{"mcpServers":{"one":${server},"two":{"url":"${text}","headers":{"X":"${text}"}}}}`);
      home.write('project/.gitignore', `${piece.repeat(60)}z\n`);
      home.write('project/.mcp.json', '{"mcpServers":{"a":{"command":"x"}}}');
      const { code, err } = await home.run(['mcp', 'validate', '--no-probe', '--cursor', '--claude-code']);
      expect(err).toBe('');
      expect([0, 1]).toContain(code);
    },
  );

  it.each([
    ['.cursor/mcp.json', `{"mcpServers":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`],
    ['.codex/config.toml', `a = ${'['.repeat(deep)}${']'.repeat(deep)}\n`],
    ['.config/goose/config.yaml', `extensions: ${'['.repeat(deep)}${']'.repeat(deep)}\n`],
    ['.config/goose/config.yaml', `extensions:\n${'- '.repeat(deep)}x\n`],
  ])('is nested too deeply, and %s is told to be', async (name, text) => {
    home.write(name, text);
    const { code, out, err } = await home.run(['mcp', 'validate', '--cursor', '--codex', '--goose']);
    expect(err).toBe('');
    expect(out).toMatch(/nested (too deeply|deeper)/);
    expect(code).toBe(1);
  });
});
