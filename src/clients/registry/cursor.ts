import type { Row } from '../row.ts';
import { plain } from './shapes.ts';

export default {
  id: 'cursor',
  name: 'Cursor',
  kind: 'editor',
  entry: { ...plain, fields: ['envFile', 'auth'] },
  files: [
    { at: './.cursor/mcp.json', workspaceVariable: '${workspaceFolder}', startsIn: 'workspace' },
    { at: '~/.cursor/mcp.json', workspaceWords: 'unknown' },
  ],
  detect: [
    { program: 'cursor' },
    { program: 'cursor-agent' },
    { path: { darwin: '<applications>/Cursor.app', win32: '<localAppData>/Programs/cursor' } },
    { path: '~/.cursor' },
  ],
  // In the command, arguments, environment, address and headers.
  variables: ['${env:NAME}', '${userHome}', '${workspaceFolder}', '${workspaceFolderBasename}', '${pathSeparator}', '${/}'],
  // One path, or several as a JSON list or with commas.
  workspaceIn: { variable: 'WORKSPACE_FOLDER_PATHS', source: 'https://forum.cursor.com', isReported: true },
  hasNoSwitch: true,
  // https://cursor.com/docs/context/mcp
  switchElsewhere: 'Cursor stores this outside the config file: use the switch of the server in Cursor under Settings > MCP.',
  splitsAtSpaces: 'https://github.com/geelen/mcp-remote/blob/main/README.md',
  reload: 'Switch the server on in Cursor under Settings > MCP ("cursor-agent mcp enable <name>" in the terminal).',
  afterRemoval: 'If Cursor still offers the tools of the server, start Cursor again.',
  limits: { tools: 80, toolName: 60 },
  // A name of 1 and one of 59 characters are too long together, so one more counts: https://github.com/ComposioHQ/composio/issues/2788
  // (2026-02-27), and https://github.com/PostHog/posthog/pull/51483 (2026-03-18). Which character it is was not read.
  toolPrefix: '{server}:',
  // It calls with underscores a tool that was listed with dots.
  withoutDots: { clientNames: ['cursor'], source: 'https://github.com/gemini-cli-extensions/workspace/issues/168' },
  longToolNames: 'dropped',
  signIn: 'Sign in with the button beside the server in Cursor under Settings > MCP.',
  sources: {
    read: '2026-11-22',
    row: 'https://cursor.com/docs/mcp',
    // A limit of tools and of their names that users met; no page of the vendor has it.
    limits: { at: 'https://forum.cursor.com', read: '2026-11-01', by: 'others' },
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'Whether SSE is tried when Streamable HTTP fails.',
    'What ${workspaceFolder} means in the global file.',
    'That the limit of tools is still 80, as in September 2025.',
    'Which directory a server of the global file starts in.',
  ],
} as const satisfies Row;
