import type { Client } from '../client.ts';
import { mcpServers, plainWithSwitch } from './shapes.ts';

export default {
  id: 'amazon-q',
  name: 'Amazon Q Developer',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: plainWithSwitch,
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.amazonq/mcp.json' },
      write: 'existing',
      startsIn: 'workspace',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.aws/amazonq/agents/default.json' },
      write: 'existing',
      startsIn: 'unknown',
      note: 'The plugins for VS Code and JetBrains IDEs.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.aws/amazonq/mcp.json' },
      write: 'existing',
      startsIn: 'workspace',
      note: 'The form of 2025.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.aws/amazonq/cli-agents/*.json' },
      write: 'never',
      startsIn: 'workspace',
      note: 'Servers of one agent of the CLI.',
    },
  ],
  detect: [
    { kind: 'program', name: 'q' },
    { kind: 'extension', id: 'amazonwebservices.amazon-q-vscode' },
    { kind: 'path', at: { from: 'home', path: '.aws/amazonq' } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'shell',
  reload: 'Start a new Q session; the CLI is now called Kiro CLI.',
  docs: 'https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/qdev-mcp.html',
  sources: { row: { at: 'https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/qdev-mcp.html', read: '2026-11-01' } },
  unverified: ['That .amazonq/mcp.json of a project is read.', 'Whether comments and trailing commas are accepted.'],
} as const satisfies Client;
