import type { Client } from '../client.ts';
import { copilotIde, copilotIdeGuide } from './families/copilot-ide.ts';
import { servers } from './shapes.ts';

export default {
  id: 'copilot-jetbrains',
  name: 'GitHub Copilot for JetBrains',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  // It writes its file with comments, and refuses trailing commas.
  tolerance: 'comments',
  byteOrderMark: 'unknown',
  layout: servers,
  entry: copilotIde,
  files: [
    {
      scope: 'global',
      at: {
        darwin: { from: 'xdgConfig', path: 'github-copilot/intellij/mcp.json' },
        linux: { from: 'xdgConfig', path: 'github-copilot/intellij/mcp.json' },
        win32: { from: 'localAppData', path: 'github-copilot/intellij/mcp.json' },
      },
      write: 'create',
      startsIn: 'unknown',
      note: 'One file for all JetBrains IDEs; there is no file of a project.',
    },
  ],
  detect: [
    {
      kind: 'path',
      at: {
        darwin: { from: 'xdgConfig', path: 'github-copilot/intellij' },
        linux: { from: 'xdgConfig', path: 'github-copilot/intellij' },
        win32: { from: 'localAppData', path: 'github-copilot/intellij' },
      },
    },
  ],
  // Where older installers of other programs wrote: https://github.com/microsoft/apm/issues/1225
  strays: [
    {
      darwin: { from: 'userData', path: 'github-copilot/intellij/mcp.json' },
      linux: { from: 'home', path: '.local/share/github-copilot/intellij/mcp.json' },
    },
  ],
  variables: ['${env:NAME}'],
  variablesUnknown: true,
  path: 'minimal',
  reload: 'Nothing to do: Copilot starts the servers again when the file is saved.',
  docs: copilotIdeGuide,
  sources: {
    row: { at: copilotIdeGuide, read: '2026-11-22' },
    // The vendor's answer names the directory on Windows, and says that all JetBrains IDEs share it.
    places: { at: 'https://github.com/microsoft/copilot-intellij-feedback/issues/2044', read: '2026-11-22' },
    tolerance: { at: 'https://github.com/stacklok/toolhive/pull/814', read: '2026-11-22', by: 'others' },
    variables: {
      at: 'https://github.com/microsoft/apm/blob/main/src/apm_cli/adapters/client/intellij.py',
      read: '2026-11-22',
      by: 'others',
    },
    start: 'none',
  },
  unverified: [
    'That comments are accepted and trailing commas are not.',
    'That ${env:NAME} is replaced.',
    'Which directory a server starts in.',
    'Whether the file counts while GitHub Copilot CLI is the agent that the IDE uses.',
  ],
} as const satisfies Client;
