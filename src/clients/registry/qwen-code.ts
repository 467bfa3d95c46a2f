import type { Client } from '../client.ts';
import type { Place } from '../place.ts';
import { listsInSettings, trustWords } from './families/gemini.ts';
import { commandArgsEnvCwd, mcpServers, urlHeaders } from './shapes.ts';

const systemSettings = [{ env: 'QWEN_CODE_SYSTEM_SETTINGS_PATH', path: '' }];
const systemDefaults = [{ env: 'QWEN_CODE_SYSTEM_DEFAULTS_PATH', path: '' }];
const qwenHome = (name: string): NonNullable<Place['override']> => [{ env: 'QWEN_HOME', path: name }];

export default {
  id: 'qwen-code',
  name: 'Qwen Code',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'comments',
  // JSON.parse(stripJsonComments(content)): packages/cli/src/config/settings.ts
  byteOrderMark: 'rejected',
  onBrokenFile:
    'puts its last backup in the place of the file, or empties it (what was in it stays beside it, with ".corrupted" at the end)',
  layout: mcpServers,
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnvCwd,
    http: { url: 'httpUrl', headers: 'headers' },
    sse: urlHeaders,
    untypedUrl: 'sse',
    fields: [
      'discoveryTimeoutMs',
      'trust',
      'includeTools',
      'excludeTools',
      'oauth',
      'versionNegotiation',
      'description',
      'appResourceMaxBytes',
      'appResourceTimeoutMs',
      'authProviderType',
      'targetAudience',
      'targetServiceAccount',
    ],
    toolLists: { only: 'includeTools', without: 'excludeTools' },
    timeout: { key: 'timeout', unit: 'ms' },
    startTimeout: { key: 'discoveryTimeoutMs', unit: 'ms' },
  },
  files: [
    {
      scope: 'managed',
      at: {
        darwin: { from: 'root', path: 'Library/Application Support/QwenCode/settings.json', override: systemSettings },
        linux: { from: 'root', path: 'etc/qwen-code/settings.json', override: systemSettings },
        win32: { from: 'programData', path: 'qwen-code/settings.json', override: systemSettings },
      },
      write: 'never',
      startsIn: 'workspace',
      note: 'It overrides every other file.',
    },
    {
      scope: 'local',
      at: { from: 'workspace', path: '.qwen/settings.local.json' },
      write: 'create',
      startsIn: 'workspace',
      note: 'Read by newer versions only.',
    },
    { scope: 'project', at: { from: 'workspace', path: '.qwen/settings.json' }, write: 'create', startsIn: 'workspace' },
    {
      scope: 'global',
      at: { from: 'home', path: '.qwen/settings.json', override: qwenHome('settings.json') },
      write: 'create',
      startsIn: 'workspace',
    },
    {
      scope: 'managed',
      at: {
        darwin: { from: 'root', path: 'Library/Application Support/QwenCode/system-defaults.json', override: systemDefaults },
        linux: { from: 'root', path: 'etc/qwen-code/system-defaults.json', override: systemDefaults },
        win32: { from: 'programData', path: 'qwen-code/system-defaults.json', override: systemDefaults },
      },
      write: 'never',
      startsIn: 'workspace',
      note: 'Every other file overrides it.',
    },
  ],
  detect: [
    { kind: 'program', name: 'qwen' },
    { kind: 'path', at: { from: 'home', path: '.qwen', override: qwenHome('') } },
  ],
  variables: ['$NAME', '${NAME}'],
  environmentFiles: [
    { at: { from: 'workspace', path: '.qwen/.env' }, as: 'lines' },
    { at: { from: 'workspace', path: '.env' }, as: 'lines' },
    { at: { from: 'home', path: '.qwen/.env' }, as: 'lines' },
    { at: { from: 'home', path: '.env' }, as: 'lines' },
  ],
  hasNoSwitch: true,
  // Its "/mcp" screen switches a server off in "mcp.excluded" of the settings the server is in: @qwen-code/qwen-code 0.24.4 and
  // https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/mcp.md (read 2026-11-22).
  gates: [
    {
      ...listsInSettings,
      names: 'wildcards',
      flips: true,
      says: 'Or choose the server under "/mcp" in Qwen Code; change "mcp.allowed" and patterns in the settings.',
    },
  ],
  // packages/cli/src/config/mcpApprovals.ts and packages/core/src/mcp/configHash.ts of @qwen-code/qwen-code 0.24.4 (read 2026-11-22);
  // 0.15.10 starts these servers without asking.
  approval: {
    scopes: ['project'],
    kept: [
      {
        in: {
          from: 'home',
          path: '.qwen/mcpApprovals.json',
          override: [{ env: 'QWEN_CODE_MCP_APPROVALS_PATH', path: '' }, ...qwenHome('mcpApprovals.json')],
        },
        at: [{ key: 'workspace' }],
        as: 'members',
        verdict: 'status',
        approved: 'approved',
        refused: 'rejected',
        hash: { key: 'hash', without: ['scope', 'extensionName', 'description'], unknownWith: ['type'] },
      },
    ],
    command: 'qwen mcp approve {server}',
    says: 'Or start "qwen" in the project and answer its question.',
    since: '0.24',
  },
  // Off by default: packages/cli/src/config/trustedFolders.ts of 0.24.4. Where it is on, 0.24.4 starts nothing in a folder that nobody was asked
  // about, and 0.15.10 did (both run 2026-11-23).
  trust: {
    ...trustWords,
    in: {
      from: 'home',
      path: '.qwen/trustedFolders.json',
      override: [{ env: 'QWEN_CODE_TRUSTED_FOLDERS_PATH', path: '' }, ...qwenHome('trustedFolders.json')],
    },
    stops: 'all',
    otherwise: 'untrusted',
    setting: { at: ['security', 'folderTrust', 'enabled'], otherwise: false },
    says: 'Change it with "/trust" in Qwen Code, if you do trust the folder.',
  },
  // Also variables that are named like secrets: 0.24.4 (run 2026-11-22).
  inherits: 'everything',
  path: 'shell',
  reload: 'Start Qwen Code again.',
  // 0.24.4 (run 2026-11-23).
  afterDisabling: 'Start Qwen Code again. Its sessions leave the server out; "qwen mcp list" starts it all the same.',
  // 0.24.4 gives a remote server 5 s, and 0.15.10 gave it more (both run 2026-11-23), so that one is not counted as proved.
  limits: { start: { seconds: 30, proved: '0.24.4' }, remoteStart: { seconds: 5 } },
  signIn: 'Type "/mcp" in Qwen Code, choose {server} and sign in there.',
  docs: 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/mcp.md',
  sources: {
    row: { at: 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/mcp.md', read: '2026-11-22' },
    places: { at: 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/configuration/settings.md', read: '2026-11-22' },
    variables: { at: 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/configuration/settings.md', read: '2026-11-22' },
    tolerance: { at: 'https://github.com/QwenLM/qwen-code/blob/main/packages/cli/src/config/settings.ts', read: '2026-11-22' },
    start: { at: 'https://www.npmjs.com/package/@qwen-code/qwen-code/v/0.24.4', read: '2026-11-22' },
    switches: { at: 'https://www.npmjs.com/package/@qwen-code/qwen-code/v/0.24.4', read: '2026-11-22' },
  },
  unverified: ['Which version began to read .qwen/settings.local.json.'],
} as const satisfies Client;
