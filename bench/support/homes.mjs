// Home directories to work in, made of the registry's own paths and fixtures.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentOf, root, scratch, snap } from './program.mjs';

export function newHome(name) {
  const home = join(scratch, 'homes', name);
  mkdirSync(join(home, 'project'), { recursive: true });
  return home;
}

/** The first of a client's global files that snap writes and that has this ending. */
function globalFile(home, client, ending) {
  const file = client.files.find(
    ({ scope, path, write }) => scope === 'global' && write !== 'never' && !path.includes('*') && path.endsWith(`.${ending}`),
  );
  return file?.path.replace(/^~/, home).replace('<editor>', 'Code');
}

/** Each named client's fixture where its client keeps it. Answers how many there are. */
export function configure(home, ids) {
  const { clients } = JSON.parse(
    execFileSync(snap()[0], snap('clients', '--json').slice(1), { env: environmentOf(home), cwd: home, encoding: 'utf8' }),
  );
  for (const id of ids) {
    const client = clients.find((one) => one.id === id);
    const ending = ['json', 'yaml', 'toml'].find((one) => existsSync(join(root, 'test/fixtures/clients', id, `config.${one}`)));
    const path = globalFile(home, client, ending);
    if (path === undefined) throw new Error(`${id}: no global file or no fixture`);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(join(root, 'test/fixtures/clients', id, `config.${ending}`), path);
  }
  return ids.length;
}

/** Clients that both snap and add-mcp know, then four of each one's own: 22 for either. */
export const twentyTwo = {
  both: [
    'antigravity',
    'claude-code',
    'claude-desktop',
    'cline',
    'codex',
    'copilot-cli',
    'cursor',
    'gemini',
    'goose',
    'grok-build',
    'kilo-code',
    'kimi-code',
    'kiro',
    'mcporter',
    'opencode',
    'vscode',
    'windsurf',
    'zed',
  ],
  snap: ['continue', 'crush', 'qwen-code', 'roo-code'],
  addMcp: ['cline-cli', 'fx', 'mastracode', 'pi'],
};

/** With {@link twentyTwo}, thirty. */
export const eightMore = ['amp', 'augment', 'droid', 'junie', 'lmstudio', 'mistral-vibe', 'rovo-dev', 'trae'];

/** A directory of programs that do nothing, for a PATH on which they are found. */
export function programs(home, names) {
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of names) writeFileSync(join(bin, name), '#!/bin/sh\n', { mode: 0o755 });
  return bin;
}

/** A ~/.claude.json as it is after a year: dozens of projects with their histories, a few servers. Just above `bytes`. */
export function largeClaudeFile(home, bytes) {
  const projects = {};
  const file = {
    numStartups: 812,
    installMethod: 'global',
    autoUpdates: true,
    tipsHistory: { 'new-user-warmup': 4, 'shift-enter': 790 },
    projects,
  };
  let random = 7;
  const draw = (below) => (random = (random * 48271) % 2147483647) % below;
  const words =
    'fix the failing test in src/api/server.ts and explain why the “retry” loop never ends; then add a case for C:\\temp\\日本 "quoted" 🙂'.split(
      ' ',
    );
  const sentence = () => Array.from({ length: 8 + draw(40) }, () => words[draw(words.length)]).join(' ');
  for (let size = 0, i = 0; size < bytes; i += 1) {
    const project = {
      allowedTools: ['Bash(npm test:*)', 'Edit'],
      history: Array.from({ length: 60 }, () => ({
        display: sentence(),
        pastedContents: draw(9) === 0 ? { 1: { id: 1, type: 'text', content: sentence() } } : {},
      })),
      mcpContextUris: [],
      mcpServers:
        i % 5 === 0 ? { [`db-${i}`]: { type: 'stdio', command: 'npx', args: ['-y', 'postgres-mcp'], env: { PGPASSWORD: 'x' } } } : {},
      enabledMcpjsonServers: [],
      hasTrustDialogAccepted: true,
      lastCost: draw(1000) / 997,
      lastSessionId: '3f0c2a5e-6f9b-4a57-9d24-111111111111',
    };
    projects[join(home, `src/project-${i}`)] = project;
    size += Buffer.byteLength(JSON.stringify(project, undefined, 2)) + 400;
  }
  file.mcpServers = {
    github: { type: 'http', url: 'https://mcp.example.com/github' },
    files: { type: 'stdio', command: 'npx', args: ['-y', 'files-mcp', home], env: {} },
  };
  file.oauthAccount = { accountUuid: '00000000-0000-0000-0000-000000000000', emailAddress: 'mara@example.com' };
  file.cachedChangelog = sentence();
  const text = `${JSON.stringify(file, undefined, 2)}\n`;
  writeFileSync(join(home, '.claude.json'), text);
  return text;
}
