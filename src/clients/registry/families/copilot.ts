import type { PlaceText } from '../../row.ts';
import type { EntryForm } from '../../entry-form.ts';
import { typed } from '../shapes.ts';

/**
 * The form of GitHub Copilot CLI, which VS Code reads too. `stdio`, not its synonym `local`: Claude Code reads the same .mcp.json and
 * knows only `stdio`. An address without a type is `http`, and an entry without `tools` offers all of them, since 1.0.30; versions
 * before that wanted both. https://github.com/github/copilot-cli/blob/main/changelog.md
 */
export const copilot: EntryForm = {
  ...typed,
  reads: { stdio: ['local'], http: ['streamable-http'] },
  untypedUrl: 'http',
  strict: 'entry',
  always: { tools: ['*'] },
  toolLists: { only: 'tools' },
};

export const copilotHome: PlaceText = ['~/.copilot/mcp-config.json', '$COPILOT_HOME/mcp-config.json'];
