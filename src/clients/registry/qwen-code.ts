import type { Row } from '../row.ts';
import { listsInSettings, trustWords } from './families/gemini.ts';
import { commandArgsEnvCwd, urlHeaders, words } from './shapes.ts';

export default {
  id: 'qwen-code',
  name: 'Qwen Code',
  kind: 'terminal',
  tolerance: 'comments',
  // JSON.parse(stripJsonComments(content)): packages/cli/src/config/settings.ts
  byteOrderMark: 'rejected',
  onBrokenFile:
    'puts its last backup in the place of the file, or empties it (what was in it stays beside it, with ".corrupted" at the end)',
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnvCwd,
    http: { url: 'httpUrl', headers: 'headers' },
    sse: urlHeaders,
    untypedUrl: 'sse',
    fields: words(
      'discoveryTimeoutMs trust includeTools excludeTools oauth versionNegotiation description appResourceMaxBytes ' +
        'appResourceTimeoutMs authProviderType targetAudience targetServiceAccount',
    ),
    toolLists: { only: 'includeTools', without: 'excludeTools' },
    timeout: { key: 'timeout', unit: 'ms' },
    startTimeout: { key: 'discoveryTimeoutMs', unit: 'ms' },
  },
  startsIn: 'workspace',
  files: [
    {
      scope: 'managed',
      at: {
        darwin: ['/Library/Application Support/QwenCode/settings.json', '$QWEN_CODE_SYSTEM_SETTINGS_PATH'],
        linux: ['/etc/qwen-code/settings.json', '$QWEN_CODE_SYSTEM_SETTINGS_PATH'],
        win32: ['<programData>/qwen-code/settings.json', '$QWEN_CODE_SYSTEM_SETTINGS_PATH'],
      },
      write: 'never',
      note: 'It overrides every other file.',
    },
    { scope: 'local', at: './.qwen/settings.local.json', note: 'Read by newer versions only.' },
    { at: './.qwen/settings.json' },
    { at: ['~/.qwen/settings.json', '$QWEN_HOME/settings.json'] },
    {
      scope: 'managed',
      at: {
        darwin: ['/Library/Application Support/QwenCode/system-defaults.json', '$QWEN_CODE_SYSTEM_DEFAULTS_PATH'],
        linux: ['/etc/qwen-code/system-defaults.json', '$QWEN_CODE_SYSTEM_DEFAULTS_PATH'],
        win32: ['<programData>/qwen-code/system-defaults.json', '$QWEN_CODE_SYSTEM_DEFAULTS_PATH'],
      },
      write: 'never',
      note: 'Every other file overrides it.',
    },
  ],
  detect: [{ program: 'qwen' }, { path: ['~/.qwen', '$QWEN_HOME'] }],
  variables: ['$NAME', '${NAME}'],
  environmentFiles: [
    { at: './.qwen/.env', as: 'lines' },
    { at: './.env', as: 'lines' },
    { at: '~/.qwen/.env', as: 'lines' },
    { at: '~/.env', as: 'lines' },
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
        in: ['~/.qwen/mcpApprovals.json', '$QWEN_CODE_MCP_APPROVALS_PATH', '$QWEN_HOME/mcpApprovals.json'],
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
    in: ['~/.qwen/trustedFolders.json', '$QWEN_CODE_TRUSTED_FOLDERS_PATH', '$QWEN_HOME/trustedFolders.json'],
    stops: 'all',
    otherwise: 'untrusted',
    setting: { at: ['security', 'folderTrust', 'enabled'], otherwise: false },
    says: 'Change it with "/trust" in Qwen Code, if you do trust the folder.',
  },
  // Also variables that are named like secrets: 0.24.4 (run 2026-11-22).
  inherits: 'everything',
  reload: 'Start Qwen Code again.',
  // 0.24.4 (run 2026-11-23).
  afterDisabling: 'Start Qwen Code again. Its sessions leave the server out; "qwen mcp list" starts it all the same.',
  // 0.24.4 gives a remote server 5 s, and 0.15.10 gave it more (both run 2026-11-23), so that one is not counted as proved.
  limits: { start: { seconds: 30, proved: '0.24.4' }, remoteStart: { seconds: 5 } },
  signIn: 'Type "/mcp" in Qwen Code, choose {server} and sign in there.',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/mcp.md',
    places: 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/configuration/settings.md',
    variables: 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/configuration/settings.md',
    tolerance: 'https://github.com/QwenLM/qwen-code/blob/main/packages/cli/src/config/settings.ts',
    start: 'https://www.npmjs.com/package/@qwen-code/qwen-code/v/0.24.4',
    switches: 'https://www.npmjs.com/package/@qwen-code/qwen-code/v/0.24.4',
  },
  unverified: ['Which version began to read .qwen/settings.local.json.'],
} as const satisfies Row;
