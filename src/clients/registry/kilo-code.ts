import type { Client } from '../client.ts';
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
  setup: 'automatic',
  format: 'json',
  // Its program for the terminal, 7.7.9 (run 2026-11-22), as opencode, which it is made of.
  tolerance: 'comments-and-commas',
  byteOrderMark: 'read',
  layout: mcp,
  entry: opencode,
  // ALL_CONFIG_DIR_SUFFIXES, ALL_CONFIG_FILES, GLOBAL_CONFIG_FILES and loadLegacyConfigs in the source of the places
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.kilo/kilo.jsonc' },
      write: 'existing',
      upward: 'repository',
      startsIn: 'workspace',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.kilo/kilo.json' },
      write: 'existing',
      upward: 'repository',
      startsIn: 'workspace',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.kilocode/kilo.jsonc' },
      write: 'existing',
      upward: 'repository',
      startsIn: 'workspace',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.kilocode/kilo.json' },
      write: 'existing',
      upward: 'repository',
      startsIn: 'workspace',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.opencode/opencode.jsonc' },
      write: 'never',
      upward: 'repository',
      startsIn: 'workspace',
      note: "opencode's file, which Kilo Code reads too.",
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.opencode/opencode.json' },
      write: 'never',
      upward: 'repository',
      startsIn: 'workspace',
      note: "opencode's file, which Kilo Code reads too.",
    },
    { scope: 'project', at: { from: 'workspace', path: 'kilo.jsonc' }, write: 'existing', upward: 'repository', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: 'kilo.json' }, write: 'create', upward: 'repository', startsIn: 'workspace' },
    {
      scope: 'project',
      at: { from: 'workspace', path: 'opencode.jsonc' },
      write: 'never',
      upward: 'repository',
      startsIn: 'workspace',
      note: "opencode's file, which Kilo Code reads too.",
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: 'opencode.json' },
      write: 'never',
      upward: 'repository',
      startsIn: 'workspace',
      note: "opencode's file, which Kilo Code reads too.",
    },
    { scope: 'project', at: { from: 'workspace', path: '.kilo/mcp.json' }, write: 'never', startsIn: 'workspace', ...formerly },
    { scope: 'project', at: { from: 'workspace', path: '.kilocode/mcp.json' }, write: 'never', startsIn: 'workspace', ...formerly },
    {
      scope: 'global',
      at: { from: 'xdgConfig', path: 'kilo/opencode.jsonc' },
      write: 'never',
      startsIn: 'workspace',
      note: "opencode's file, which Kilo Code reads too.",
    },
    {
      scope: 'global',
      at: { from: 'xdgConfig', path: 'kilo/opencode.json' },
      write: 'never',
      startsIn: 'workspace',
      note: "opencode's file, which Kilo Code reads too.",
    },
    { scope: 'global', at: { from: 'xdgConfig', path: 'kilo/kilo.jsonc' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'xdgConfig', path: 'kilo/kilo.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'xdgConfig', path: 'kilo/config.json' }, write: 'never', startsIn: 'workspace' },
    // Run with KILO_PLATFORM=vscode, as the extension does, 7.7.9 starts these servers too, where "type" is none, "sse" or "streamable-http";
    // by itself it does not (2026-11-23, and loadMcpConfig in the source of the places). 7.0.33 did not: the issue in kilo-classic.ts.
    {
      scope: 'global',
      at: { from: 'vscodeUser', path: 'globalStorage/kilocode.kilo-code/settings/mcp_settings.json' },
      write: 'never',
      startsIn: 'workspace',
      ...formerly,
      note: 'Of versions before 7: the extension reads it last, the program for the terminal does not. Put servers into kilo.jsonc instead.',
    },
    { scope: 'global', at: { from: 'home', path: '.kilo/mcp.json' }, write: 'never', startsIn: 'workspace', ...formerly },
    { scope: 'global', at: { from: 'home', path: '.kilocode/mcp.json' }, write: 'never', startsIn: 'workspace', ...formerly },
  ],
  detect: [
    { kind: 'extension', id: 'kilocode.kilo-code', from: 7 },
    { kind: 'program', name: 'kilo' },
    { kind: 'path', at: { from: 'xdgConfig', path: 'kilo' } },
  ],
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
    row: { at: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code', read: '2026-11-01' },
    places: { at: 'https://github.com/Kilo-Org/kilocode/blob/main/packages/opencode/src/kilocode/config/config.ts', read: '2026-11-22' },
    tolerance: { at: 'https://www.npmjs.com/package/@kilocode/cli-linux-x64/v/7.7.9', read: '2026-11-22' },
    start: { at: 'https://www.npmjs.com/package/@kilocode/cli-linux-x64/v/7.7.9', read: '2026-11-22' },
  },
  unverified: ['That XDG_CONFIG_HOME moves the global file.'],
} as const satisfies Client;
