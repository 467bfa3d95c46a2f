import type { Row } from '../row.ts';
import { commandArgsEnv, mcpServers, servers, typed } from './shapes.ts';

export default {
  id: 'visual-studio',
  name: 'Visual Studio',
  kind: 'editor',
  layout: servers,
  entry: { ...typed, stdio: { type: 'stdio', ...commandArgsEnv } },
  files: [
    { at: { win32: './.vs/mcp.json' }, write: 'existing', note: 'For this user only: .vs is kept out of version control.' },
    {
      at: { win32: './.mcp.json' },
      note: 'Claude Code and GitHub Copilot CLI keep "mcpServers" in the same file; both maps can be in it.',
    },
    { at: { win32: './.vscode/mcp.json' }, write: 'existing' },
    { at: { win32: './.cursor/mcp.json' }, write: 'never', layout: mcpServers, note: "Cursor's file." },
    { at: { win32: '~/.mcp.json' } },
  ],
  detect: [{ path: { win32: '<programFiles>/Microsoft Visual Studio/*/*/Common7/IDE/devenv.exe' } }],
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
  sources: { read: '2026-11-22', row: 'https://github.com/MicrosoftDocs/visualstudio-docs/blob/main/docs/ide/mcp-servers.md' },
  unverified: [
    'That comments are accepted.',
    'Which key Visual Studio reads in .cursor/mcp.json.',
    'Which entry wins when two files name the same server.',
    'Which directory a server starts in.',
  ],
} as const satisfies Row;
