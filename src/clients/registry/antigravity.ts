import type { Client } from '../client.ts';
import type { Place } from '../place.ts';
import { disabled, mcpServers, plain } from './shapes.ts';

const userFile: Place = { from: 'home', path: '.gemini/config/mcp_config.json' };

export default {
  id: 'antigravity',
  name: 'Antigravity',
  kind: 'editor',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: {
    ...plain,
    http: { url: 'serverUrl', headers: 'headers' },
    sse: { url: 'serverUrl', headers: 'headers' },
    switch: disabled,
  },
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.agents/mcp_config.json' }, write: 'create', startsIn: 'unknown' },
    { scope: 'global', at: userFile, write: 'create', startsIn: 'unknown' },
    {
      scope: 'global',
      at: { from: 'home', path: '.gemini/antigravity/mcp_config.json' },
      write: 'existing',
      ignoredWhile: userFile,
      startsIn: 'unknown',
      note: 'The file of the first half of 2026; https://github.com/serverpod/serverpod/pull/5220',
    },
  ],
  detect: [
    { kind: 'program', name: 'antigravity' },
    { kind: 'program', name: 'agy' },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'Antigravity.app' } } },
    { kind: 'path', at: userFile },
    { kind: 'path', at: { from: 'home', path: '.gemini/antigravity/mcp_config.json' } },
  ],
  strays: [
    { from: 'home', path: '.gemini/antigravity-cli/mcp_config.json' },
    // https://github.com/google-antigravity/antigravity-cli/issues/60 (read 2026-11-23)
    { from: 'workspace', path: '.antigravitycli/mcp_config.json' },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'minimal',
  reload: 'Start Antigravity again.',
  docs: 'https://antigravity.google/docs',
  sources: {
    row: {
      at: 'https://developer.mescius.com/mcp/docs/configure-your-ai-client/command-line-clients/google-antigravity-cli',
      read: '2026-11-22',
      by: 'others',
    },
  },
  unverified: [
    'That any of this is right: it rests on reports, because the pages of the vendor could not be read.',
    'Whether comments and trailing commas are accepted.',
    'Whether a byte order mark is accepted; users report that it is not.',
    'Which variables are replaced.',
  ],
} as const satisfies Client;
