import type { Client, ConfigPlace } from '../client.ts';
import type { EntryForm } from '../entry-form.ts';
import type { Place } from '../place.ts';
import { commandArgsEnv, mcpServers, typed, urlHeaders } from './shapes.ts';

const yamlEntry: EntryForm = {
  ...typed,
  http: { type: 'streamable-http', ...urlHeaders, headersIn: 'requestOptions' },
  sse: { type: 'sse', ...urlHeaders, headersIn: 'requestOptions' },
  credentials: ['apiKey'],
  fields: ['apiKey', 'requestOptions', 'connectionTimeout', 'faviconUrl', 'sourceFile', 'serverName', 'sourceSlug'],
  withoutStart: { fields: ['uses'] },
  timeout: { key: 'connectionTimeout', unit: 'ms' },
  startTimeout: { key: 'connectionTimeout', unit: 'ms' },
};
/**
 * One entry that its schema does not accept makes it ignore the whole file. Nothing is replaced: `${NAME}` in `env` becomes a reference
 * to a secret, which is only looked up in YAML. https://github.com/continuedev/continue/blob/main/core/context/mcp/json/loadJsonMcpConfigs.ts
 */
const json = {
  format: 'json',
  layout: mcpServers,
  entry: { ...typed, stdio: { type: 'stdio', ...commandArgsEnv }, strict: 'file', fields: [] },
  variables: [],
  // comment-json, which takes comments, trailing commas and a byte order mark.
  tolerance: 'comments-and-commas',
  byteOrderMark: 'read',
  startsIn: 'workspace',
} as const satisfies Partial<ConfigPlace>;
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
      note: 'One block file for each server. Its command line does not read it.',
    },
    { scope: 'project', at: { from: 'workspace', path: '.continue/mcpServers/*.yml' }, write: 'existing', startsIn: 'workspace' },
    { ...json, scope: 'project', at: { from: 'workspace', path: '.continue/mcpServers/*.json' }, write: 'create' },
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
      ...json,
      scope: 'global',
      at: {
        from: 'home',
        path: '.continue/mcpServers/*.json',
        override: [{ env: 'CONTINUE_GLOBAL_DIR', path: 'mcpServers/*.json' }],
      },
      write: 'create',
      note: 'Its command line does not read it. A config.yaml without models would keep that from starting, so snap makes none.',
    },
    // Both endings, and files in folders below, which snap does not look into: core/config/loadLocalAssistants.ts
    {
      scope: 'global',
      at: {
        from: 'home',
        path: '.continue/mcpServers/*.yaml',
        override: [{ env: 'CONTINUE_GLOBAL_DIR', path: 'mcpServers/*.yaml' }],
      },
      write: 'existing',
      startsIn: 'workspace',
    },
    {
      scope: 'global',
      at: {
        from: 'home',
        path: '.continue/mcpServers/*.yml',
        override: [{ env: 'CONTINUE_GLOBAL_DIR', path: 'mcpServers/*.yml' }],
      },
      write: 'existing',
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
  // The PATH of the login shell takes its place: core/context/mcp/MCPConnection.ts. The command line passes it on.
  dropsVariables: ['PATH'],
  // The yaml package, whose keys are unique unless told otherwise.
  duplicateKeys: 'rejected',
  hasNoSwitch: true,
  path: 'shell',
  windowsLaunchers: 'started',
  // Seen with 1.5.47 (2026-11-22): without a config.yaml it takes its models and servers from Continue's own service.
  commandLine: {
    program: 'cn',
    name: 'the Continue CLI (cn)',
    reads: [yamlFile],
    // Of the MCP library that it is made with.
    start: { seconds: 60, proved: '1.5.47' },
    oneFailureEnds: '"cn -p" ends with an error as soon as one server does not start.',
    source: { at: 'https://github.com/continuedev/continue/blob/main/extensions/cli/src/configLoader.ts', read: '2026-11-22' },
  },
  signIn: 'A server of the type "sse" asks in the browser when Continue connects to it; for others write the key into "requestOptions".',
  reload: 'Save the file while Continue is open, or reload its config; tools are offered in agent mode only.',
  afterRemoval: 'Save the file while Continue is open, or reload its config.',
  limits: { start: { seconds: 20 } },
  docs: 'https://github.com/continuedev/continue/blob/main/docs/customize/deep-dives/mcp.mdx',
  // Of June 2026; the repository says that it is no longer maintained, and that 2.0.0 is the last version.
  sources: {
    row: { at: 'https://github.com/continuedev/continue/blob/main/packages/config-yaml/src/schemas/mcp/index.ts', read: '2026-11-22' },
    places: { at: 'https://github.com/continuedev/continue/blob/main/core/config/yaml/loadYaml.ts', read: '2026-11-22' },
    tolerance: { at: 'https://github.com/continuedev/continue/blob/main/core/context/mcp/json/loadJsonMcpConfigs.ts', read: '2026-11-22' },
    variables: {
      at: 'https://github.com/continuedev/continue/blob/main/packages/config-yaml/src/schemas/mcp/convertJson.ts',
      read: '2026-11-22',
    },
    start: { at: 'https://github.com/continuedev/continue/blob/main/core/context/mcp/MCPConnection.ts', read: '2026-11-22' },
    limits: { at: 'https://github.com/continuedev/continue/blob/main/core/context/mcp/MCPConnection.ts', read: '2026-11-22' },
    signIn: { at: 'https://github.com/continuedev/continue/blob/main/core/context/mcp/MCPConnection.ts', read: '2026-11-22' },
  },
  unverified: ['Whether trailing commas are accepted in config.json.'],
} as const satisfies Client;
