import type { Row } from '../row.ts';
import { copilotIde, copilotIdeGuide } from './families/copilot-ide.ts';
import { servers } from './shapes.ts';

export default {
  id: 'copilot-jetbrains',
  name: 'GitHub Copilot for JetBrains',
  kind: 'extension',
  // It writes its file with comments, and refuses trailing commas.
  tolerance: 'comments',
  layout: servers,
  entry: copilotIde,
  files: [
    {
      at: {
        darwin: '<xdgConfig>/github-copilot/intellij/mcp.json',
        linux: '<xdgConfig>/github-copilot/intellij/mcp.json',
        win32: '<localAppData>/github-copilot/intellij/mcp.json',
      },
      note: 'One file for all JetBrains IDEs; there is no file of a project.',
    },
  ],
  detect: [
    {
      path: {
        darwin: '<xdgConfig>/github-copilot/intellij',
        linux: '<xdgConfig>/github-copilot/intellij',
        win32: '<localAppData>/github-copilot/intellij',
      },
    },
  ],
  // Where older installers of other programs wrote: https://github.com/microsoft/apm/issues/1225
  strays: [{ darwin: '<userData>/github-copilot/intellij/mcp.json', linux: '~/.local/share/github-copilot/intellij/mcp.json' }],
  variables: ['${env:NAME}'],
  variablesUnknown: true,
  reload: 'Nothing to do: Copilot starts the servers again when the file is saved.',
  docs: copilotIdeGuide,
  sources: {
    read: '2026-11-22',
    row: { at: copilotIdeGuide, read: '2026-11-22' },
    // The vendor's answer names the directory on Windows, and says that all JetBrains IDEs share it.
    places: 'https://github.com/microsoft/copilot-intellij-feedback/issues/2044',
    tolerance: { at: 'https://github.com/stacklok/toolhive/pull/814', by: 'others' },
    variables: { at: 'https://github.com/microsoft/apm/blob/main/src/apm_cli/adapters/client/intellij.py', by: 'others' },
    start: 'none',
  },
  unverified: [
    'That comments are accepted and trailing commas are not.',
    'That ${env:NAME} is replaced.',
    'Which directory a server starts in.',
    'Whether the file counts while GitHub Copilot CLI is the agent that the IDE uses.',
  ],
} as const satisfies Row;
