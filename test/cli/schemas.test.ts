import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSnap } from '../support/program-home.ts';

const root = join(import.meta.dirname, '../..');
const directory = join(root, 'docs/schemas');
// What people write has no version: test/settings holds it against the program.
const names = readdirSync(directory)
  .map((name) => name.replace(/\.json$/, ''))
  .filter((name) => name !== 'settings');
const schemas = new Map(names.map((name) => [name, readSchema(name)]));
const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  formats: { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
});

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readSchema(name: string): Fields {
  const schema: unknown = JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8'));
  if (!isFields(schema)) throw new TypeError(`${name}.json holds no schema`);
  return schema;
}

/** Every schema in a schema, with a name for the message. */
function* parts(schema: unknown, name: string): Generator<readonly [string, Fields]> {
  if (!isFields(schema)) return;
  yield [name, schema];
  if (isFields(schema['properties'])) for (const [key, part] of Object.entries(schema['properties'])) yield* parts(part, `${name}.${key}`);
  if (schema['items'] !== undefined) yield* parts(schema['items'], `${name}[]`);
}

describe.each(names)('docs/schemas/%s.json', (name) => {
  it('describes version 1 of a closed document, property by property', () => {
    const schema = schemas.get(name) ?? {};
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema['properties']).toHaveProperty('schemaVersion.const', 1);
    expect(schema['required']).toContain('schemaVersion');
    const all = [...parts(schema, name)];
    expect(all.filter(([, part]) => !/^[A-Z"].*\.$/s.test(String(part['description']))).map(([at]) => at)).toEqual([]);
    expect(
      all
        .filter(
          ([, part]) => part['type'] === 'object' && part['additionalProperties'] !== false && !isFields(part['additionalProperties']),
        )
        .map(([at]) => at),
    ).toEqual([]);
    ajv.compile(schema);
  });
});

/** A home as people have it: several formats, a link, a broken file, an empty one. */
let home = '';
let project = '';

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'snap schemas ')));
  project = join(home, 'src/shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  const fixture = (name: string, to: string): void =>
    cpSync(join(root, 'test/fixtures/clients', name), join(home, to), { recursive: true });
  fixture('cursor/config.json', '.cursor/mcp.json');
  fixture('codex/config.toml', '.codex/config.toml');
  fixture('continue/config.yaml', '.continue/config.yaml');
  fixture('claude-code/config.json', '.claude.json');
  fixture('claude-code/project.json', 'src/shop/.mcp.json');
  fixture('zed/config.json', 'dotfiles/zed.json');
  mkdirSync(join(home, '.config/zed'), { recursive: true });
  symlinkSync(join(home, 'dotfiles/zed.json'), join(home, '.config/zed/settings.json'));
  write('.codeium/windsurf/mcp_config.json', '{ "mcpServers": { "a": { "command": "x" ');
  write('.kiro/settings/mcp.json', '');
  write('src/shop/not-learnings.jsonl', '{"trigger":"a"}\n');
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

/** Behind `--`, `--json` would be the server's. */
async function snap(...args: readonly string[]): Promise<{ readonly code: number; readonly document: unknown; readonly err: string }> {
  const split = args.indexOf('--');
  const withJson = args.toSpliced(split === -1 ? args.length : split, 0, '--json');
  const env = { HOME: home, USERPROFILE: home, APPDATA: join(home, '.config'), PATH: '', SNAP_DATA_DIR: join(home, 'own') };
  const { code, out, err } = await runSnap(withJson, { cwd: project, env });
  try {
    return { code, document: JSON.parse(out), err };
  } catch (cause) {
    throw new Error(`snap ${args.join(' ')} printed no JSON (exit ${code}): ${out}${err}`, { cause });
  }
}

function expectDocument(name: string, document: unknown): void {
  const validate = ajv.compile(schemas.get(name) ?? {});
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
}

/** Commands that print a plan because they cannot ask: standard error says what to do next. */
const unasked = new Set(['tools configure --detected', 'mcp undo', 'setup', 'setup --cursor --surface full --workspace .']);

// One journey: what a change leaves is what the next command shows.
describe('what the commands print with --json fits its schema', () => {
  it.each([
    ['scan', 0, ['mcp', 'scan']],
    ['scan', 0, ['mcp', 'scan', '--client', 'zed']],
    ['clients', 0, ['clients']],
    ['clients', 0, ['clients', '--platform', 'win32']],
    ['print', 0, ['tools', 'print', '--zed', '--codex', '--continue']],
    ['history', 0, ['mcp', 'history']],
    ['write', 0, ['tools', 'configure', '--cursor', '--dry-run']],
    ['write', 1, ['tools', 'configure', '--cursor', '--check']],
    ['write', 3, ['tools', 'configure', '--detected']],
    ['write', 3, ['tools', 'configure', '--cursor', '--codex', '--windsurf', '--continue', '--aider', '--yes']],
    ['write', 0, ['tools', 'configure', '--cursor']],
    ['write', 0, ['mcp', 'add', 'handbook', '--cursor', '--url', 'https://mcp.example.com/mcp']],
    ['write', 3, ['mcp', 'add', 'handbook', '--cursor', '--codex', '--url', 'https://mcp.example.com/other']],
    ['write', 0, ['mcp', 'add', 'context7', '--kiro']],
    ['catalogue', 0, ['mcp', 'add', '--list']],
    ['write', 0, ['mcp', 'remove', 'context7', '--kiro']],
    ['write', 0, ['tools', 'remove', '--cursor']],
    ['scan', 0, ['mcp', 'scan', '--all']],
    ['undo', 1, ['mcp', 'undo']],
    ['undo', 0, ['mcp', 'undo', '--dry-run']],
    ['undo', 0, ['mcp', 'undo', '--yes']],
    ['history', 0, ['mcp', 'history']],
    ['write', 0, ['mcp', 'remove', 'handbook', '--cursor']],
    ['setup', 3, ['setup']],
    ['setup', 1, ['setup', '--cursor', '--surface', 'full', '--workspace', '.']],
    ['setup', 0, ['setup', '--cursor', '--yes']],
    ['setup', 0, ['setup', '--cursor']],
    ['error', 2, ['setup', '--answers', 'nowhere.json']],
    ['undo', 0, ['mcp', 'undo', '--yes']],
    ['sync', 0, ['mcp', 'sync']],
    ['sync', 1, ['mcp', 'sync', '--from', 'cursor', '--to', 'kiro', '--check', '--with-secrets', '--server', 'linear']],
    ['sync', 3, ['mcp', 'sync', '--from', 'cursor', '--to', 'codex', '--check']],
    ['sync', 3, ['mcp', 'sync', '--from', 'cursor', '--to', 'codex', '--to', 'windsurf', '--to', 'kiro', '--to', 'aider']],
    ['switch', 0, ['mcp', 'disable', 'context7', '--codex']],
    ['switch', 1, ['mcp', 'enable', 'context7', '--codex', '--check']],
    ['switch', 3, ['mcp', 'enable', 'context7', '--codex', '--cursor']],
    ['error', 3, ['mcp', 'enable', 'nobody']],
    ['list', 0, ['mcp', 'list']],
    ['list', 0, ['mcp', 'list', '--probe', '--windsurf']],
    ['validate', 1, ['mcp', 'validate']],
    ['validate', 1, ['mcp', 'validate', '--no-probe', '--strict']],
    ['repair', 0, ['mcp', 'repair', '--dry-run']],
    ['repair', 1, ['mcp', 'repair']],
    ['repair', 1, ['mcp', 'repair', '--yes', '--unsafe']],
    ['doctor', 1, ['doctor']],
    ['check', 1, ['check', 'health']],
    ['check', 0, ['check', 'quick']],
    ['error', 3, ['check', 'trace']],
    ['check-approve', 3, ['check', 'approve']],
    ['check-approve', 0, ['check', 'approve', '--revoke']],
    ['status', 0, ['status']],
    ['learn', 0, ['learn', 'login redirect loops', 'look at the proxy', '--source', 'a ticket']],
    ['learn', 0, ['learn', 'login redirect loops', 'look at the proxy']],
    ['learning', 0, ['learnings', 'show', 'learn_52155f6e1104']],
    ['task-start', 0, ['task', 'start', 'mend the login redirect', '--file', 'src/login.ts', '--goal', 'bundle:200:kB']],
    ['error', 3, ['task', 'start', 'something else']],
    [
      'violation',
      0,
      ['violation', 'add', '--type', 'silent_catch', '--file', 'a.ts', '--description', 'x', '--prevention', 'y', '--reason', 'z'],
    ],
    ['violations', 0, ['violation', 'list']],
    ['status', 0, ['status']],
    ['tasks', 0, ['task', 'list']],
    ['snapshots', 0, ['snapshot', 'list']],
    ['snapshot-create', 0, ['snapshot', 'create', '-m', 'by hand']],
    ['snapshot', 0, ['snapshot', 'show', '1']],
    ['snapshot', 0, ['snapshot', 'protect', '1']],
    ['snapshot-diff', 0, ['snapshot', 'diff', '1']],
    ['snapshot-restore', 0, ['snapshot', 'restore', '1']],
    ['snapshot-restore', 0, ['snapshot', 'restore', '1', '--dry-run']],
    ['context', 0, ['context', 'src/login.ts', '--deep']],
    ['risk', 0, ['risk', 'src/login.ts', '--context']],
    ['risk', 0, ['risk']],
    ['patterns', 0, ['patterns', 'login redirect loops']],
    ['rollback', 0, ['rollback', 'suggest', 'src/login.ts is broken', '--file', 'src/login.ts']],
    ['error', 3, ['snapshot', 'undo']],
    ['snapshot-prune', 0, ['snapshot', 'prune', '--dry-run']],
    ['snapshot-verify', 0, ['snapshot', 'verify']],
    ['error', 3, ['snapshot', 'show', '99']],
    ['advice', 0, ['advise', 'mend the login', '--file', 'src/login.ts']],
    ['guide', 0, ['guide', 'mend the login', '--file', 'src/login.ts']],
    ['brief', 0, ['brief', 'mend the login', '--file', 'src/login.ts']],
    ['explain', 0, ['explain']],
    ['explain', 0, ['explain', 'shim-instead-of-stdio']],
    ['pulse', 0, ['pulse']],
    ['task-end', 0, ['task', 'end', '--learning', 'the proxy is at fault', '--notes', 'well']],
    ['error', 3, ['task', 'end']],
    ['tasks', 0, ['task', 'list']],
    ['learnings', 0, ['learnings', 'list']],
    ['learnings-search', 0, ['learnings', 'search', 'redirect', 'loops']],
    ['gc', 0, ['learnings', 'gc']],
    ['gc', 0, ['learnings', 'gc', '--apply']],
    ['gc', 0, ['learnings', 'gc', '--undo']],
    ['forget', 1, ['learnings', 'forget', 'learn_52155f6e1104']],
    ['forget', 0, ['learnings', 'forget', 'learn_52155f6e1104', '--yes']],
    ['init', 0, ['init', '--dry-run']],
    ['init', 0, ['init']],
    ['status', 0, ['status']],
    ['init', 0, ['init', '--undo']],
    ['error', 3, ['task', 'approve']],
    ['import', 3, ['learnings', 'import', 'not-learnings.jsonl']],
    ['error', 3, ['status', '--workspace', '/']],
    ['error', 2, ['mcp', 'repair', '--only', 'no-such-id']],
    ['error', 2, ['mcp', 'scan', '--no-such-option']],
    ['error', 2, ['tools', 'print', '--client', 'nobody']],
    ['error', 2, ['tools', 'configure', '--cursor', '--transport', 'shim']],
    ['error', 3, ['mcp', 'undo', '999']],
    ['error', 3, ['api', 'whoami']],
    ['intelligence-list', 0, ['intelligence', 'list', '--no-probe']],
    ['intelligence-connect', 1, ['intelligence', 'connect']],
    ['intelligence-disconnect', 0, ['intelligence', 'disconnect', '--all']],
    ['logout', 0, ['logout']],
    ['uninstall', 0, ['uninstall', '--dry-run']],
    ['uninstall', 0, ['uninstall', '--yes', '--data']],
  ] as const)('%s, exit %i: snap %j', async (name, code, args) => {
    const answer = await snap(...args);
    expectDocument(name, answer.document);
    expect(answer.code).toBe(code);
    if (unasked.has(args.join(' '))) expect(answer.err).toMatch(/^With --json snap does not ask, so nothing was .* --yes\.\n$/);
  });

  it('undo, exit 3: an entry that somebody changed since', async () => {
    await snap('mcp', 'add', 'mine', '--kiro', '--', 'first');
    write('.kiro/settings/mcp.json', '{ "mcpServers": { "mine": { "command": "second" } } }');
    const answer = await snap('mcp', 'undo', '--yes');
    expectDocument('undo', answer.document);
    expect(answer).toMatchObject({ code: 3, document: { undone: null, files: [{ kind: 'refused' }] } });
  });
});
