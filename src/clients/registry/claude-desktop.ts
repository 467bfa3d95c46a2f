import type { PlaceText, Row } from '../row.ts';
import { commandArgsEnv } from './shapes.ts';

const packagedFile: PlaceText = '<localAppData>/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json';

export default {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  // The name that the specification uses.
  alias: 'claude',
  kind: 'desktop app',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  // An address is skipped, with "type": "http" too: https://github.com/HelpCode-ai/anythingmcp/pull/336 (2026-06-15) takes back what its
  // #310 said, and https://github.com/anthropics/claude-code/issues/31370 (2026-03-06) shows that the app asks for "command".
  entry: { typeKey: 'type', stdio: commandArgsEnv, untypedUrl: 'dropped', fields: [] },
  files: [
    {
      at: { win32: packagedFile },
      source: { at: 'https://exchangepedia.com/2026/04/claudetools-claude-desktop-powershell-module.html', by: 'others' },
      note: 'The packaged (MSIX) app reads this file and not the one under %APPDATA%.',
    },
    { at: '<userData>/Claude/claude_desktop_config.json', ignoredWhile: { win32: packagedFile } },
  ],
  detect: [
    { path: { darwin: '<applications>/Claude.app', win32: '<localAppData>/AnthropicClaude' } },
    { path: { win32: '<localAppData>/Packages/Claude_*' } },
    { path: '<userData>/Claude' },
  ],
  inherits: 'basics',
  hasNoSwitch: true,
  remoteInstead: 'Add it in Claude Desktop under Settings > Connectors, or start it through a program that bridges it to stdio.',
  // It calls itself "claude-ai"; the process of a server is started as "local-agent-mode-…".
  withoutDots: {
    clientNames: ['claude', 'local-agent-mode-'],
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use',
  },
  // Seen in its logs on macOS since 2025.
  addsToPath: [{ darwin: '/usr/local/bin' }, { darwin: '/opt/homebrew/bin' }, { darwin: '~/.nvm/versions/node/*/bin' }],
  // https://github.com/anthropics/mcpb/blob/main/MANIFEST.md
  extensionsIn: '<userData>/Claude/Claude Extensions',
  // https://github.com/aaddrick/claude-desktop-debian
  packagedByOthers: ['linux'],
  splitsAtSpaces: 'https://github.com/geelen/mcp-remote/blob/main/README.md',
  // https://github.com/anthropics/claude-code/issues/80276
  replacesLinks: true,
  onBrokenFile: 'starts with its defaults and overwrites the file, without your servers',
  reload: 'Quit Claude Desktop completely and start it again.',
  docs: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  sources: {
    read: '2026-11-22',
    row: { at: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers', read: '2026-11-01' },
    // A part of the environment, and no certain directory: absolute paths.
    start: 'https://modelcontextprotocol.io/docs/tools/debugging',
  },
  unverified: [
    'Which directories it adds to its PATH, what it does with a link and with a file that it cannot read.',
    'Whether Linux is officially supported.',
    'That the classic Windows installation is in %LOCALAPPDATA%\\AnthropicClaude.',
    'That roots are not supported.',
  ],
} as const satisfies Row;
