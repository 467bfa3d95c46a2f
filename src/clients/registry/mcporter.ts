import type { Client } from '../client.ts';
import { mcpServers, plain } from './shapes.ts';

export default {
  id: 'mcporter',
  name: 'MCPorter',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: {
    ...plain,
    http: { url: 'baseUrl', headers: 'headers' },
    sse: { url: 'baseUrl', headers: 'headers' },
    reads: { ...plain.reads, url: ['url'] },
  },
  files: [
    { scope: 'project', at: { from: 'workspace', path: 'config/mcporter.json' }, write: 'create', startsIn: 'workspace' },
    {
      scope: 'global',
      at: {
        from: 'home',
        path: '.mcporter/mcporter.json',
        override: [
          { env: 'MCPORTER_CONFIG', path: '' },
          { env: 'XDG_CONFIG_HOME', path: 'mcporter/mcporter.json' },
        ],
      },
      write: 'create',
      startsIn: 'workspace',
      note: 'Where MCPORTER_CONFIG is set, MCPorter reads that file alone.',
    },
    {
      scope: 'global',
      at: {
        from: 'home',
        path: '.mcporter/mcporter.jsonc',
        override: [{ env: 'XDG_CONFIG_HOME', path: 'mcporter/mcporter.jsonc' }],
      },
      write: 'existing',
      tolerance: 'comments-and-commas',
      startsIn: 'workspace',
    },
  ],
  detect: [
    { kind: 'program', name: 'mcporter' },
    { kind: 'path', at: { from: 'home', path: '.mcporter' } },
    { kind: 'path', at: { from: 'workspace', path: 'config/mcporter.json' } },
  ],
  variables: ['${NAME}', '${NAME:-default}', '$env:NAME'],
  path: 'shell',
  reload: 'Nothing to do: MCPorter reads the file each time it runs.',
  docs: 'https://github.com/openclaw/mcporter/blob/main/docs/config.md',
  sources: { row: { at: 'https://github.com/openclaw/mcporter/blob/main/docs/config.md', read: '2026-11-01' } },
  unverified: ['Whether comments and trailing commas are accepted in mcporter.json.'],
} as const satisfies Client;
