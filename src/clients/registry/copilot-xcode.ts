import type { Row } from '../row.ts';
import { copilotIde, copilotIdeGuide } from './families/copilot-ide.ts';
import { servers } from './shapes.ts';

export default {
  id: 'copilot-xcode',
  name: 'GitHub Copilot for Xcode',
  kind: 'extension',
  // The app checks the file with JSONSerialization and shows "Invalid JSON" otherwise.
  tolerance: 'strict',
  layout: servers,
  entry: copilotIde,
  files: [{ at: { darwin: '~/.config/github-copilot/xcode/mcp.json' } }],
  detect: [{ path: { darwin: '<applications>/GitHub Copilot for Xcode.app' } }, { path: { darwin: '~/.config/github-copilot/xcode' } }],
  variablesUnknown: true,
  reload: 'Nothing to do while the settings of GitHub Copilot for Xcode are open: it looks at the file every three seconds.',
  docs: copilotIdeGuide,
  sources: {
    read: '2026-11-22',
    row: { at: copilotIdeGuide, read: '2026-11-22' },
    places: 'https://github.com/github/CopilotForXcode/blob/main/Core/Sources/HostApp/ToolsSettings/MCPConfigConstants.swift',
    tolerance: 'https://github.com/github/CopilotForXcode/blob/main/Core/Sources/HostApp/ToolsConfigView.swift',
    variables: 'none',
    start: 'none',
  },
  unverified: ['Which variables are replaced.', 'Which directory a server starts in.'],
} as const satisfies Row;
