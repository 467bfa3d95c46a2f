import type { PlaceText, Row } from '../row.ts';
import { gemini, listsInSettings, trustWords } from './families/gemini.ts';

const userFile: PlaceText = ['~/.gemini/settings.json', '$GEMINI_CLI_HOME/.gemini/settings.json'];

export default {
  id: 'gemini',
  name: 'Gemini CLI',
  kind: 'terminal',
  setup: 'manual',
  writtenWith: 'flag',
  manualSteps:
    'Add the entry under "mcpServers" in ~/.gemini/settings.json (or .gemini/settings.json of the project), then start "gemini" in the folder and choose "Trust folder": Gemini starts no server in a folder it does not trust. With personal accounts the service is Antigravity since June 2026: use the client "antigravity".',
  tolerance: 'comments',
  // JSON.parse of the text as it was read
  byteOrderMark: 'rejected',
  entry: gemini,
  startsIn: 'workspace',
  files: [
    {
      scope: 'managed',
      at: {
        darwin: ['/Library/Application Support/GeminiCli/settings.json', '$GEMINI_CLI_SYSTEM_SETTINGS_PATH'],
        linux: ['/etc/gemini-cli/settings.json', '$GEMINI_CLI_SYSTEM_SETTINGS_PATH'],
        win32: ['<programData>/gemini-cli/settings.json', '$GEMINI_CLI_SYSTEM_SETTINGS_PATH'],
      },
      write: 'never',
      note: 'System settings override every other file.',
    },
    { at: './.gemini/settings.json', note: 'Read only in a trusted folder.' },
    { at: userFile },
    {
      scope: 'managed',
      at: {
        darwin: ['/Library/Application Support/GeminiCli/system-defaults.json', '$GEMINI_CLI_SYSTEM_DEFAULTS_PATH'],
        linux: ['/etc/gemini-cli/system-defaults.json', '$GEMINI_CLI_SYSTEM_DEFAULTS_PATH'],
        win32: ['<programData>/gemini-cli/system-defaults.json', '$GEMINI_CLI_SYSTEM_DEFAULTS_PATH'],
      },
      write: 'never',
      note: 'Every other file overrides the system defaults.',
    },
  ],
  detect: [
    { program: 'gemini' },
    // The directory alone proves nothing: Antigravity makes it too.
    { path: userFile },
    // Written at its first run: https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/utils/installationManager.ts (2026-11-23)
    { path: ['~/.gemini/installation_id', '$GEMINI_CLI_HOME/.gemini/installation_id'] },
  ],
  strays: ['./.gemini/mcp.json', '~/.gemini/mcp.json'],
  variables: ['$NAME', '${NAME}', '${NAME:-default}'],
  // https://github.com/google-gemini/gemini-cli/blob/main/docs/get-started/configuration.md
  environmentFiles: [
    { at: './.gemini/.env', as: 'lines' },
    { at: './.env', as: 'lines' },
    { at: '~/.gemini/.env', as: 'lines' },
    { at: '~/.env', as: 'lines' },
  ],
  inherits: 'no-secrets',
  hasNoSwitch: true,
  gates: [
    {
      // Names are compared as they are by sessions (run with 0.61.0 on 2026-11-23; only its list takes upper and lower case as the same), and an empty list allows all: isBlockedBySettings of
      // https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-client-manager.ts (read 2026-11-22; 0.61.0 too)
      ...listsInSettings,
      emptyIsNone: true,
      says: 'Change "mcp.excluded" or "mcp.allowed" in the settings.',
    },
    {
      // https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/config/mcp/mcpServerEnablement.ts (read 2026-11-22).
      // "gemini mcp enable" of 0.61.0 finds no server at all; inside Gemini the command works.
      in: ['~/.gemini/mcp-server-enablement.json', '$GEMINI_CLI_HOME/.gemini/mcp-server-enablement.json'],
      at: [],
      member: { key: 'enabled', off: false },
      names: 'lower-case',
      flips: true,
      says: 'Or type "/mcp enable {server}" in Gemini CLI.',
    },
  ],
  // https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/utils/trust.ts, and isTrustedFolder in
  // packages/core/src/tools/mcp-client-manager.ts, which stops the person's servers too (both read 2026-11-22; 0.61.0 does the same,
  // and prints "User-level servers are also suppressed in untrusted folders").
  trust: {
    ...trustWords,
    in: ['~/.gemini/trustedFolders.json', '$GEMINI_CLI_TRUSTED_FOLDERS_PATH', '$GEMINI_CLI_HOME/.gemini/trustedFolders.json'],
    stops: 'all',
    otherwise: 'untrusted',
    setting: { at: ['security', 'folderTrust', 'enabled'], otherwise: true },
    variables: [
      { name: 'GEMINI_RESTRICTED_MODE', value: 'true', means: 'untrusted' },
      { name: 'GEMINI_CLI_TRUST_WORKSPACE', value: 'false', means: 'untrusted' },
      { name: 'GEMINI_CLI_TRUST_WORKSPACE', value: 'true', means: 'trusted' },
    ],
    says: 'If you trust the folder, start "gemini" in it and choose "Trust folder" (later: "/permissions"); for one run: gemini --skip-trust; in CI: GEMINI_CLI_TRUST_WORKSPACE=true.',
  },
  onBrokenFile: 'refuses to start',
  reload: 'Type "/mcp refresh" in Gemini CLI or start it again.',
  limits: { toolName: 63, start: { seconds: 600, proved: '0.61.0' } },
  toolPrefix: 'mcp_{server}_',
  longToolNames: 'shortened',
  signIn: 'Type "/mcp auth {server}" in Gemini CLI.',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
    places: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/config/settings.ts',
    tolerance: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/config/settings.ts',
    entry: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-client.ts',
    start: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/environmentSanitization.ts',
    switches: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/utils/trust.ts',
  },
  unverified: ['How Gemini Code Assist in IntelliJ uses its mcp.json; snap does not read it.'],
} as const satisfies Row;
