import type { Client } from '../client.ts';
import { disabled, mcpServers, plain } from './shapes.ts';

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
    { scope: 'global', at: { from: 'home', path: '.gemini/config/mcp_config.json' }, write: 'create', startsIn: 'unknown' },
  ],
  detect: [
    { kind: 'program', name: 'antigravity' },
    { kind: 'program', name: 'agy' },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'Antigravity.app' } } },
    { kind: 'path', at: { from: 'home', path: '.gemini/config/mcp_config.json' } },
  ],
  // Antigravity 1.x read these.
  strays: [
    { from: 'home', path: '.gemini/antigravity/mcp_config.json' },
    { from: 'home', path: '.gemini/antigravity-cli/mcp_config.json' },
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
