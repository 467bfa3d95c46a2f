import type { Client } from '../client.ts';
import type { Place } from '../place.ts';
import { copilot, copilotHome } from './families/copilot.ts';
import { mcpServers } from './shapes.ts';

const settings = (name: string): Place => ({ from: 'home', path: `.copilot/${name}`, override: [{ env: 'COPILOT_HOME', path: name }] });

export default {
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { ...copilot, fields: ['tools'] },
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.mcp.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: '.github/mcp.json' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'global', at: copilotHome, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'copilot' },
    { kind: 'path', at: { from: 'home', path: '.copilot', override: [{ env: 'COPILOT_HOME', path: '' }] } },
  ],
  variables: ['${NAME}'],
  variablesUnknown: true,
  inherits: 'basics',
  hasNoSwitch: true,
  // "MCP server names to disable. Listed servers are configured but not started.":
  // https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-config-dir-reference (read 2026-11-22; 1.0.102 does so too)
  gates: [
    {
      in: settings('settings.json'),
      at: [],
      off: 'disabledMcpServers',
      flips: true,
      says: 'Or run: copilot mcp enable {server}',
    },
    // A repository may add to the list: 1.0.102.
    {
      in: { from: 'workspace', path: '.github/copilot/settings.json' },
      at: [],
      off: 'disabledMcpServers',
      says: 'Change "disabledMcpServers" in that file.',
    },
    {
      in: { from: 'workspace', path: '.github/copilot/settings.local.json' },
      at: [],
      off: 'disabledMcpServers',
      says: 'Change "disabledMcpServers" in that file.',
    },
  ],
  // "Project-level MCP servers are loaded only after you confirm folder trust [...] silently skipped in untrusted directories":
  // https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers. The file and both of its keys, and that
  // a folder above and a link to the folder count, are as 1.0.102 does it (read and run 2026-11-22).
  trust: {
    as: 'lists',
    in: settings('config.json'),
    at: [],
    trusted: ['trustedFolders', 'trusted_folders'],
    refused: [],
    reach: 'below',
    worktrees: true,
    stops: 'project',
    otherwise: 'untrusted',
    says: 'Start "copilot" in the folder and confirm that you trust it, for future sessions too.',
  },
  path: 'shell',
  windowsLaunchers: 'started',
  withoutDots: {
    clientNames: ['copilot', 'github-copilot', 'github copilot'],
    source: 'https://github.com/github/copilot-cli/issues/2581',
  },
  reload: 'Start a new session of GitHub Copilot CLI.',
  docs: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
  sources: {
    row: { at: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers', read: '2026-11-01' },
    switches: { at: 'https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-config-dir-reference', read: '2026-11-22' },
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'That an entry without "tools" offers none.',
    'That ${NAME} is replaced in env.',
    'What a url without a type means.',
  ],
} as const satisfies Client;
