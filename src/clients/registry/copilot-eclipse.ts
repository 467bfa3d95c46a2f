import type { Row } from '../row.ts';
import { copilotIde, copilotIdeGuide } from './families/copilot-ide.ts';
import { servers } from './shapes.ts';

export default {
  id: 'copilot-eclipse',
  name: 'GitHub Copilot for Eclipse',
  kind: 'extension',
  setup: 'manual',
  manualSteps:
    'Eclipse keeps these servers among its preferences and not in a file of their own. Click the GitHub Copilot icon > Edit Preferences > MCP, paste the entry and press "Apply and Close".',
  layout: servers,
  entry: copilotIde,
  files: [],
  detect: [{ path: '~/.p2/pool/plugins/com.microsoft.copilot.eclipse.core_*' }],
  variablesUnknown: true,
  reload: 'Nothing to do: Eclipse uses the entry as soon as the preferences are applied.',
  afterRemoval: 'Nothing to do: Eclipse reads the entries again when the preferences are applied.',
  docs: copilotIdeGuide,
  sources: { read: '2026-11-22', row: { at: copilotIdeGuide, read: '2026-11-22' }, variables: 'none', start: 'none', tolerance: 'none' },
  unverified: ['Where the plugin lies in every installation.', 'Which variables are replaced.'],
} as const satisfies Row;
