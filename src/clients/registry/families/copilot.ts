import type { EntryForm } from '../../entry-form.ts';
import type { Place } from '../../place.ts';
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

export const copilotHome: Place = {
  from: 'home',
  path: '.copilot/mcp-config.json',
  override: [{ env: 'COPILOT_HOME', path: 'mcp-config.json' }],
};
