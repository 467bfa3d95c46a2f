import type { PlaceText, Row } from '../row.ts';
import { disabled, plain } from './shapes.ts';

const userFile: PlaceText = '~/.gemini/config/mcp_config.json';

export default {
  id: 'antigravity',
  name: 'Antigravity',
  kind: 'editor',
  entry: { ...plain, http: { url: 'serverUrl', headers: 'headers' }, sse: { url: 'serverUrl', headers: 'headers' }, switch: disabled },
  files: [
    { at: './.agents/mcp_config.json' },
    { at: userFile },
    {
      at: '~/.gemini/antigravity/mcp_config.json',
      write: 'existing',
      ignoredWhile: userFile,
      note: 'The file of the first half of 2026; https://github.com/serverpod/serverpod/pull/5220',
    },
  ],
  detect: [
    { program: 'antigravity' },
    { program: 'agy' },
    { path: { darwin: '<applications>/Antigravity.app' } },
    { path: userFile },
    { path: '~/.gemini/antigravity/mcp_config.json' },
  ],
  strays: [
    '~/.gemini/antigravity-cli/mcp_config.json',
    // https://github.com/google-antigravity/antigravity-cli/issues/60 (read 2026-11-23)
    './.antigravitycli/mcp_config.json',
  ],
  variablesUnknown: true,
  reload: 'Start Antigravity again.',
  docs: 'https://antigravity.google/docs',
  sources: {
    read: '2026-11-22',
    row: {
      at: 'https://developer.mescius.com/mcp/docs/configure-your-ai-client/command-line-clients/google-antigravity-cli',
      by: 'others',
    },
  },
  unverified: [
    'That any of this is right: it rests on reports, because the pages of the vendor could not be read.',
    'Whether comments and trailing commas are accepted.',
    'Whether a byte order mark is accepted; users report that it is not.',
    'Which variables are replaced.',
  ],
} as const satisfies Row;
