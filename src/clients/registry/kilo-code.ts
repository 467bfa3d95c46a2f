import type { Row } from '../row.ts';
import { opencode } from './families/opencode.ts';
import { roo } from './families/roo.ts';
import { mcp, mcpServers } from './shapes.ts';

/**
 * A file of the versions before, which counts least. A url without one of the two words for its transport is no server there:
 * convertServer in packages/opencode/src/kilocode/mcp-migrator.ts
 */
const formerly = {
  layout: mcpServers,
  entry: { ...roo, untypedUrl: 'dropped' },
  tolerance: 'strict',
  note: 'Of versions before; it counts where no other file names the server.',
} as const;

export default {
  id: 'kilo-code',
  name: 'Kilo Code',
  kind: 'extension',
  // Its program for the terminal, 7.7.9 (run 2026-11-22), as opencode, which it is made of.
  tolerance: 'comments-and-commas',
  byteOrderMark: 'read',
  layout: mcp,
  entry: opencode,
  startsIn: 'workspace',
  // ALL_CONFIG_DIR_SUFFIXES, ALL_CONFIG_FILES, GLOBAL_CONFIG_FILES and loadLegacyConfigs in the source of the places
  files: [
    { at: './.kilo/kilo.jsonc', write: 'existing', upward: 'repository' },
    { at: './.kilo/kilo.json', write: 'existing', upward: 'repository' },
    { at: './.kilocode/kilo.jsonc', write: 'existing', upward: 'repository' },
    { at: './.kilocode/kilo.json', write: 'existing', upward: 'repository' },
    { at: './.opencode/opencode.jsonc', write: 'never', upward: 'repository', note: "opencode's file, which Kilo Code reads too." },
    { at: './.opencode/opencode.json', write: 'never', upward: 'repository', note: "opencode's file, which Kilo Code reads too." },
    { at: './kilo.jsonc', write: 'existing', upward: 'repository' },
    { at: './kilo.json', upward: 'repository' },
    { at: './opencode.jsonc', write: 'never', upward: 'repository', note: "opencode's file, which Kilo Code reads too." },
    { at: './opencode.json', write: 'never', upward: 'repository', note: "opencode's file, which Kilo Code reads too." },
    { at: './.kilo/mcp.json', write: 'never', ...formerly },
    { at: './.kilocode/mcp.json', write: 'never', ...formerly },
    { at: '<xdgConfig>/kilo/opencode.jsonc', write: 'never', note: "opencode's file, which Kilo Code reads too." },
    { at: '<xdgConfig>/kilo/opencode.json', write: 'never', note: "opencode's file, which Kilo Code reads too." },
    { at: '<xdgConfig>/kilo/kilo.jsonc', write: 'existing' },
    { at: '<xdgConfig>/kilo/kilo.json' },
    { at: '<xdgConfig>/kilo/config.json', write: 'never' },
    // Run with KILO_PLATFORM=vscode, as the extension does, 7.7.9 starts these servers too, where "type" is none, "sse" or "streamable-http";
    // by itself it does not (2026-11-23, and loadMcpConfig in the source of the places). 7.0.33 did not: the issue in kilo-classic.ts.
    {
      at: '<vscodeUser>/globalStorage/kilocode.kilo-code/settings/mcp_settings.json',
      write: 'never',
      ...formerly,
      note: 'Of versions before 7: the extension reads it last, the program for the terminal does not. Put servers into kilo.jsonc instead.',
    },
    { at: '~/.kilo/mcp.json', write: 'never', ...formerly },
    { at: '~/.kilocode/mcp.json', write: 'never', ...formerly },
  ],
  detect: [{ extension: 'kilocode.kilo-code', from: 7 }, { program: 'kilo' }, { path: '<xdgConfig>/kilo' }],
  variables: ['{env:NAME}'],
  // Also variables that are named like secrets: 7.7.9 (run 2026-11-22).
  inherits: 'everything',
  path: 'shell',
  windowsLaunchers: 'needs-cmd',
  reload: 'Nothing to do: Kilo Code watches the file.',
  limits: { start: { seconds: 30, proved: '7.7.9' } },
  signIn: 'Sign in with the button beside the server in the MCP settings of Kilo Code.',
  docs: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code',
  sources: {
    read: '2026-11-22',
    row: { at: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code', read: '2026-11-01' },
    places: 'https://github.com/Kilo-Org/kilocode/blob/main/packages/opencode/src/kilocode/config/config.ts',
    tolerance: 'https://www.npmjs.com/package/@kilocode/cli-linux-x64/v/7.7.9',
    start: 'https://www.npmjs.com/package/@kilocode/cli-linux-x64/v/7.7.9',
  },
  unverified: ['That XDG_CONFIG_HOME moves the global file.'],
} as const satisfies Row;
