import type { Client } from '../client.ts';
import { copilotIde, copilotIdeGuide } from './families/copilot-ide.ts';
import { servers } from './shapes.ts';

export default {
  id: 'copilot-xcode',
  name: 'GitHub Copilot for Xcode',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  // The app checks the file with JSONSerialization and shows "Invalid JSON" otherwise.
  tolerance: 'strict',
  byteOrderMark: 'unknown',
  layout: servers,
  entry: copilotIde,
  files: [
    {
      scope: 'global',
      at: { darwin: { from: 'home', path: '.config/github-copilot/xcode/mcp.json' } },
      write: 'create',
      startsIn: 'unknown',
    },
  ],
  detect: [
    { kind: 'path', at: { darwin: { from: 'applications', path: 'GitHub Copilot for Xcode.app' } } },
    { kind: 'path', at: { darwin: { from: 'home', path: '.config/github-copilot/xcode' } } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'minimal',
  reload: 'Nothing to do while the settings of GitHub Copilot for Xcode are open: it looks at the file every three seconds.',
  docs: copilotIdeGuide,
  sources: {
    row: { at: copilotIdeGuide, read: '2026-11-22' },
    places: {
      at: 'https://github.com/github/CopilotForXcode/blob/main/Core/Sources/HostApp/ToolsSettings/MCPConfigConstants.swift',
      read: '2026-11-22',
    },
    tolerance: { at: 'https://github.com/github/CopilotForXcode/blob/main/Core/Sources/HostApp/ToolsConfigView.swift', read: '2026-11-22' },
    variables: 'none',
    start: 'none',
  },
  unverified: ['Which variables are replaced.', 'Which directory a server starts in.'],
} as const satisfies Client;
