import { describe, expect, it } from 'vitest';
import { assistantLines, assistantStates, type AssistantState } from '../../../src/cli/reports/assistant-lines.ts';
import { styleOf } from '../../../src/cli/terminal/style.ts';
import { clients, type Client } from '../../../src/clients/index.ts';
import { answered, examinedHome } from '../../support/examined-home.ts';

const rows: readonly Client[] = clients;
const view = { style: styleOf(false, true), verbose: false };

function state(id: string | undefined, more: Partial<AssistantState> = {}): AssistantState {
  return {
    client: rows.find((client) => client.id === id),
    servers: 2,
    off: 0,
    notApproved: 0,
    notTrusted: 0,
    unreadable: 0,
    called: { answered: [], 'sign-in': [], failed: [] },
    errors: 0,
    warnings: 0,
    notes: 0,
    repairable: 0,
    ...more,
  };
}

const called = (...[good, signIn, failed]: readonly number[]) => ({
  answered: Array.from({ length: good ?? 0 }, () => 'snap'),
  'sign-in': Array.from({ length: signIn ?? 0 }, () => 'hub'),
  failed: Array.from({ length: failed ?? 0 }, () => 'snap'),
});

describe('the line of an assistant', () => {
  it.each<[string, AssistantState]>([
    ['✓ Cursor  2 servers', state('cursor')],
    ['✓ Cursor  1 server (1 off)', state('cursor', { servers: 1, off: 1 })],
    ['✓ Cursor  2 servers, snap answers', state('cursor', { called: called(1) })],
    ['✗ Cursor  2 servers, snap does not answer, 1 error', state('cursor', { called: called(0, 0, 1), errors: 1 })],
    ['✓ Cursor  1 server, answers', state('cursor', { servers: 1, called: called(1) })],
    ['✓ Cursor  2 servers, all answer', state('cursor', { called: called(2) })],
    ['✗ Cursor  3 servers, 2 of 3 answer, 1 error', state('cursor', { servers: 3, called: called(2, 0, 1), errors: 1 })],
    ['✓ Cursor  2 servers, 1 of 2 answer, 1 asks you to sign in', state('cursor', { called: called(1, 1) })],
    ['✓ Cursor  2 servers, 2 ask you to sign in', state('cursor', { called: called(0, 2) })],
    ['✗ Codex  2 servers, 1 error, 1 warning (1 repairable)', state('codex', { errors: 1, warnings: 1, repairable: 1 })],
    ['! Cursor  2 servers (1 off, 1 not approved), 1 warning', state('cursor', { off: 1, notApproved: 1, warnings: 1 })],
    ['! Gemini CLI  2 servers (folder not trusted), 2 warnings', state('gemini', { notTrusted: 2, warnings: 2 })],
    ['✗ Zed  no servers, 1 file cannot be read, 1 error', state('zed', { servers: 0, unreadable: 1, errors: 1 })],
    ['! This machine  1 warning', state(undefined, { servers: 0, warnings: 1 })],
    ['· No servers  Zed', state('zed', { servers: 0 })],
    ['✓ Cursor  2 servers', state('cursor', { notes: 3 })],
  ])('%s', (line, one) => {
    expect(assistantLines([one], view)).toEqual([line]);
  });

  it('counts notes and names those without a server in a line each with --verbose', () => {
    expect(assistantLines([state('cursor', { notes: 3 }), state('zed', { servers: 0 })], { ...view, verbose: true })).toEqual([
      '✓ Cursor  2 servers, 3 notes',
      '· Zed     no servers',
    ]);
  });

  it('means the same without colour and without Unicode', () => {
    const plain = { ...view, style: styleOf(false, false) };
    const lines = assistantLines([state('cursor', { errors: 1 }), state('codex', { warnings: 1 }), state('zed')], plain);
    expect(lines).toEqual(['x Cursor  2 servers, 1 error', '! Codex   2 servers, 1 warning', '+ Zed     2 servers']);
  });

  it('folds many that have no problem into one, and keeps each with one', () => {
    const many = rows.map(({ id }, i) => state(id, { errors: i < 3 ? 1 : 0 }));
    const lines = assistantLines(
      many.toSorted((a, b) => b.errors - a.errors),
      view,
    );
    expect(lines.filter((line) => line.startsWith('✗'))).toHaveLength(3);
    expect(lines.filter((line) => line.startsWith('✓'))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^✓ No problems +\w/);
    expect(assistantLines(many, { ...view, verbose: true })).toHaveLength(rows.length);
  });
});

describe('the state of each assistant', () => {
  it('counts what its own files and findings say, the worst first', async () => {
    const { findings, setup } = await examinedHome(
      {
        'home/.cursor/mcp.json': '{"mcpServers":{"a":{"command":"npx"},"b":{"command":"npxx"}}}',
        'home/.kiro/settings/mcp.json': '{"mcpServers":{"a":{"command":"npx"},"off":{"command":"npx","disabled":true}}}',
        'home/.codex/config.toml': '[mcp_servers.hub]\nurl = "https://hub.example.com/mcp"\n',
        'home/.config/zed/settings.json': '{}',
        'home/.codeium/windsurf/mcp_config.json': '{ "mcpServers": { "a": ',
      },
      { a: answered(40), hub: { kind: 'http', status: 401, authenticate: 'Bearer', offersSignIn: true, isHtml: false, attempts: [] } },
    );
    expect(assistantLines(assistantStates(setup, findings), view)).toEqual([
      '✗ Cursor                    2 servers, a answers, 1 error',
      '✗ Devin Desktop (Windsurf)  no servers, 1 file cannot be read, 1 error',
      '✓ Codex                     1 server, 1 asks you to sign in',
      '✓ Kiro                      2 servers (1 off), a answers',
      '· No servers                Zed',
    ]);
  });

  it('tells of a server that waits for an approval', async () => {
    const { findings, setup } = await examinedHome({
      'home/.claude.json': '{}',
      'project/.mcp.json': '{"mcpServers":{"a":{"type":"stdio","command":"npx"}}}',
    });
    const [line] = assistantLines(assistantStates(setup, findings), view);
    expect(line).toBe('! Claude Code  1 server (1 not approved), 1 warning');
  });
});
