import type { Client } from '../client.ts';
import type { Place } from '../place.ts';
import { gemini, listsInSettings, trustWords } from './families/gemini.ts';
import { mcpServers } from './shapes.ts';

const systemFile = [{ env: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', path: '' }] as const;
const defaultsFile = [{ env: 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH', path: '' }] as const;
const geminiHome = (name: string): NonNullable<Place['override']> => [{ env: 'GEMINI_CLI_HOME', path: `.gemini/${name}` }];
const userFile: Place = { from: 'home', path: '.gemini/settings.json', override: geminiHome('settings.json') };

export default {
  id: 'gemini',
  name: 'Gemini CLI',
  kind: 'terminal',
  setup: 'manual',
  writtenWith: 'flag',
  manualSteps:
    'Add the entry under "mcpServers" in ~/.gemini/settings.json (or .gemini/settings.json of the project), then start "gemini" in the folder and choose "Trust folder": Gemini starts no server in a folder it does not trust. With personal accounts the service is Antigravity since June 2026: use the client "antigravity".',
  format: 'json',
  tolerance: 'comments',
  // JSON.parse of the text as it was read
  byteOrderMark: 'rejected',
  layout: mcpServers,
  entry: gemini,
  files: [
    {
      scope: 'managed',
      at: {
        darwin: {
          from: 'root',
          path: 'Library/Application Support/GeminiCli/settings.json',
          override: systemFile,
        },
        linux: {
          from: 'root',
          path: 'etc/gemini-cli/settings.json',
          override: systemFile,
        },
        win32: {
          from: 'programData',
          path: 'gemini-cli/settings.json',
          override: systemFile,
        },
      },
      write: 'never',
      startsIn: 'workspace',
      note: 'System settings override every other file.',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.gemini/settings.json' },
      write: 'create',
      startsIn: 'workspace',
      note: 'Read only in a trusted folder.',
    },
    {
      scope: 'global',
      at: userFile,
      write: 'create',
      startsIn: 'workspace',
    },
    {
      scope: 'managed',
      at: {
        darwin: {
          from: 'root',
          path: 'Library/Application Support/GeminiCli/system-defaults.json',
          override: defaultsFile,
        },
        linux: {
          from: 'root',
          path: 'etc/gemini-cli/system-defaults.json',
          override: defaultsFile,
        },
        win32: {
          from: 'programData',
          path: 'gemini-cli/system-defaults.json',
          override: defaultsFile,
        },
      },
      write: 'never',
      startsIn: 'workspace',
      note: 'Every other file overrides the system defaults.',
    },
  ],
  detect: [
    { kind: 'program', name: 'gemini' },
    // The directory alone proves nothing: Antigravity makes it too.
    { kind: 'path', at: userFile },
    // Written at its first run: https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/utils/installationManager.ts (2026-11-23)
    { kind: 'path', at: { from: 'home', path: '.gemini/installation_id', override: geminiHome('installation_id') } },
  ],
  strays: [
    { from: 'workspace', path: '.gemini/mcp.json' },
    { from: 'home', path: '.gemini/mcp.json' },
  ],
  variables: ['$NAME', '${NAME}', '${NAME:-default}'],
  // https://github.com/google-gemini/gemini-cli/blob/main/docs/get-started/configuration.md
  environmentFiles: [
    { at: { from: 'workspace', path: '.gemini/.env' }, as: 'lines' },
    { at: { from: 'workspace', path: '.env' }, as: 'lines' },
    { at: { from: 'home', path: '.gemini/.env' }, as: 'lines' },
    { at: { from: 'home', path: '.env' }, as: 'lines' },
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
      in: { from: 'home', path: '.gemini/mcp-server-enablement.json', override: geminiHome('mcp-server-enablement.json') },
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
    in: {
      from: 'home',
      path: '.gemini/trustedFolders.json',
      override: [{ env: 'GEMINI_CLI_TRUSTED_FOLDERS_PATH', path: '' }, ...geminiHome('trustedFolders.json')],
    },
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
  path: 'shell',
  onBrokenFile: 'refuses to start',
  reload: 'Type "/mcp refresh" in Gemini CLI or start it again.',
  limits: { toolName: 63, start: { seconds: 600, proved: '0.61.0' } },
  toolPrefix: 'mcp_{server}_',
  longToolNames: 'shortened',
  signIn: 'Type "/mcp auth {server}" in Gemini CLI.',
  docs: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  sources: {
    row: { at: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md', read: '2026-11-22' },
    places: { at: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/config/settings.ts', read: '2026-11-22' },
    tolerance: { at: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/config/settings.ts', read: '2026-11-22' },
    entry: { at: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-client.ts', read: '2026-11-22' },
    start: {
      at: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/environmentSanitization.ts',
      read: '2026-11-22',
    },
    switches: { at: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/utils/trust.ts', read: '2026-11-22' },
  },
  unverified: ['How Gemini Code Assist in IntelliJ uses its mcp.json; snap does not read it.'],
} as const satisfies Client;
