import type { Client } from '../client.ts';
import { commandArgsEnv, mcpServers, servers, typed } from './shapes.ts';

export default {
  id: 'visual-studio',
  name: 'Visual Studio',
  kind: 'editor',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: servers,
  entry: { ...typed, stdio: { type: 'stdio', ...commandArgsEnv } },
  files: [
    {
      scope: 'project',
      at: { win32: { from: 'workspace', path: '.vs/mcp.json' } },
      write: 'existing',
      startsIn: 'unknown',
      note: 'For this user only: .vs is kept out of version control.',
    },
    {
      scope: 'project',
      at: { win32: { from: 'workspace', path: '.mcp.json' } },
      write: 'create',
      startsIn: 'unknown',
      note: 'Claude Code and GitHub Copilot CLI keep "mcpServers" in the same file; both maps can be in it.',
    },
    {
      scope: 'project',
      at: { win32: { from: 'workspace', path: '.vscode/mcp.json' } },
      write: 'existing',
      startsIn: 'unknown',
    },
    {
      scope: 'project',
      at: { win32: { from: 'workspace', path: '.cursor/mcp.json' } },
      write: 'never',
      layout: mcpServers,
      startsIn: 'unknown',
      note: "Cursor's file.",
    },
    { scope: 'global', at: { win32: { from: 'home', path: '.mcp.json' } }, write: 'create', startsIn: 'unknown' },
  ],
  detect: [{ kind: 'path', at: { win32: { from: 'programFiles', path: 'Microsoft Visual Studio/*/*/Common7/IDE/devenv.exe' } } }],
  variables: ['${input:id}'],
  variablesUnknown: true,
  // https://learn.microsoft.com/visualstudio/ide/mcp-servers
  switchElsewhere:
    'Visual Studio stores this outside the config file: switch the tools of the server off or on in the Copilot chat window.',
  // On Windows an app gets the user's PATH however it is started.
  path: 'shell',
  precedence: 'unknown',
  reload: 'Save the file while the solution is open, then switch the tools on in the Copilot chat window.',
  afterRemoval: 'If Copilot still offers the tools of the server, open the solution again.',
  docs: 'https://learn.microsoft.com/visualstudio/ide/mcp-servers',
  sources: {
    row: { at: 'https://github.com/MicrosoftDocs/visualstudio-docs/blob/main/docs/ide/mcp-servers.md', read: '2026-11-22' },
  },
  unverified: [
    'That comments are accepted.',
    'Which key Visual Studio reads in .cursor/mcp.json.',
    'Which entry wins when two files name the same server.',
    'Which directory a server starts in.',
  ],
} as const satisfies Client;
