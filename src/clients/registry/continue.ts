import type { Client } from '../client.ts';
import type { EntryForm } from '../entry-form.ts';
import type { Place } from '../place.ts';
import { commandArgsEnv, mcpServers, typed, urlHeaders } from './shapes.ts';

const yamlEntry: EntryForm = {
  ...typed,
  http: { type: 'streamable-http', ...urlHeaders, headersIn: 'requestOptions' },
  sse: { type: 'sse', ...urlHeaders, headersIn: 'requestOptions' },
  fields: ['apiKey', 'requestOptions', 'connectionTimeout', 'faviconUrl', 'sourceFile'],
  withoutStart: { fields: ['uses'] },
  timeout: { key: 'connectionTimeout', unit: 'ms' },
  startTimeout: { key: 'connectionTimeout', unit: 'ms' },
};
const jsonEntry: EntryForm = { ...typed, stdio: { type: 'stdio', ...commandArgsEnv }, fields: ['requestOptions'] };
/** https://github.com/continuedev/continue/blob/main/packages/config-yaml/src/schemas/mcp/convertJson.ts */
const jsonVariables = ['${NAME}'] as const;
const yamlFile: Place = {
  from: 'home',
  path: '.continue/config.yaml',
  override: [{ env: 'CONTINUE_GLOBAL_DIR', path: 'config.yaml' }],
};

export default {
  id: 'continue',
  name: 'Continue',
  kind: 'extension',
  setup: 'automatic',
  format: 'yaml',
  tolerance: 'comments',
  trailingCommas: 'unknown',
  byteOrderMark: 'unknown',
  layout: { kind: 'list', at: ['mcpServers'] },
  entry: yamlEntry,
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.continue/mcpServers/*.yaml' },
      write: 'create',
      startsIn: 'workspace',
      preamble: { name: 'MCP servers', version: '0.0.1', schema: 'v1' },
      note: 'One block file for each server.',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.continue/mcpServers/*.json' },
      write: 'create',
      format: 'json',
      layout: mcpServers,
      entry: jsonEntry,
      variables: jsonVariables,
      startsIn: 'workspace',
    },
    { scope: 'global', at: yamlFile, write: 'existing', startsIn: 'workspace' },
    {
      scope: 'global',
      at: {
        from: 'home',
        path: '.continue/config.json',
        override: [{ env: 'CONTINUE_GLOBAL_DIR', path: 'config.json' }],
      },
      write: 'existing',
      format: 'json',
      layout: { kind: 'list', at: ['experimental', 'modelContextProtocolServers'], wrap: 'transport' },
      entry: { ...yamlEntry, stdio: { type: 'stdio', ...commandArgsEnv } },
      ignoredWhile: yamlFile,
      startsIn: 'workspace',
      note: 'The deprecated form. Continue ignores it when there is a config.yaml, and calls every server in it "MCP Server".',
    },
    {
      scope: 'global',
      at: {
        from: 'home',
        path: '.continue/mcpServers/*.json',
        override: [{ env: 'CONTINUE_GLOBAL_DIR', path: 'mcpServers/*.json' }],
      },
      write: 'create',
      format: 'json',
      layout: mcpServers,
      entry: jsonEntry,
      variables: jsonVariables,
      startsIn: 'workspace',
    },
  ],
  detect: [
    { kind: 'extension', id: 'continue.continue' },
    { kind: 'program', name: 'cn' },
    { kind: 'path', at: { from: 'home', path: '.continue', override: [{ env: 'CONTINUE_GLOBAL_DIR', path: '' }] } },
  ],
  strays: [
    { from: 'workspace', path: '.continue/mcpServer/*' },
    { from: 'home', path: '.continue/mcpServer/*' },
  ],
  variables: ['${{ secrets.NAME }}', '${{ inputs.NAME }}'],
  inherits: 'basics',
  hasNoSwitch: true,
  path: 'shell',
  windowsLaunchers: 'started',
  reload: 'Save the file while Continue is open, or reload its config; tools are offered in agent mode only.',
  limits: { startSeconds: 20 },
  docs: 'https://github.com/continuedev/continue/blob/main/docs/customize/deep-dives/mcp.mdx',
  sources: { row: { at: 'https://github.com/continuedev/continue/blob/main/docs/customize/deep-dives/mcp.mdx', read: '2026-11-01' } },
  unverified: ['Whether trailing commas are accepted in the JSON files.'],
} as const satisfies Client;
