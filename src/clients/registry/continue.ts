import type { FileText, PlaceText, Row } from '../row.ts';
import type { EntryForm } from '../entry-form.ts';
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
} as const satisfies Partial<FileText>;
const yamlFile: PlaceText = ['~/.continue/config.yaml', '$CONTINUE_GLOBAL_DIR/config.yaml'];

export default {
  id: 'continue',
  name: 'Continue',
  kind: 'extension',
  format: 'yaml',
  tolerance: 'comments',
  trailingCommas: 'unknown',
  layout: { kind: 'list', at: ['mcpServers'] },
  entry: yamlEntry,
  startsIn: 'workspace',
  files: [
    {
      at: './.continue/mcpServers/*.yaml',
      preamble: { name: 'MCP servers', version: '0.0.1', schema: 'v1' },
      note: 'One block file for each server. Its command line does not read it.',
    },
    { at: './.continue/mcpServers/*.yml', write: 'existing' },
    { ...json, at: './.continue/mcpServers/*.json' },
    { at: yamlFile, write: 'existing' },
    {
      at: ['~/.continue/config.json', '$CONTINUE_GLOBAL_DIR/config.json'],
      write: 'existing',
      format: 'json',
      layout: { kind: 'list', at: ['experimental', 'modelContextProtocolServers'], wrap: 'transport' },
      entry: { ...yamlEntry, stdio: { type: 'stdio', ...commandArgsEnv } },
      ignoredWhile: yamlFile,
      note: 'The deprecated form. Continue ignores it when there is a config.yaml, and calls every server in it "MCP Server".',
    },
    {
      ...json,
      at: ['~/.continue/mcpServers/*.json', '$CONTINUE_GLOBAL_DIR/mcpServers/*.json'],
      note: 'Its command line does not read it. A config.yaml without models would keep that from starting, so snap makes none.',
    },
    // Both endings, and files in folders below, which snap does not look into: core/config/loadLocalAssistants.ts
    { at: ['~/.continue/mcpServers/*.yaml', '$CONTINUE_GLOBAL_DIR/mcpServers/*.yaml'], write: 'existing' },
    { at: ['~/.continue/mcpServers/*.yml', '$CONTINUE_GLOBAL_DIR/mcpServers/*.yml'], write: 'existing' },
  ],
  detect: [{ extension: 'continue.continue' }, { program: 'cn' }, { path: ['~/.continue', '$CONTINUE_GLOBAL_DIR'] }],
  strays: ['./.continue/mcpServer/*', '~/.continue/mcpServer/*'],
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
    source: 'https://github.com/continuedev/continue/blob/main/extensions/cli/src/configLoader.ts',
  },
  signIn: 'A server of the type "sse" asks in the browser when Continue connects to it; for others write the key into "requestOptions".',
  reload: 'Save the file while Continue is open, or reload its config; tools are offered in agent mode only.',
  afterRemoval: 'Save the file while Continue is open, or reload its config.',
  limits: { start: { seconds: 20 } },
  docs: 'https://github.com/continuedev/continue/blob/main/docs/customize/deep-dives/mcp.mdx',
  // Of June 2026; the repository says that it is no longer maintained, and that 2.0.0 is the last version.
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/continuedev/continue/blob/main/packages/config-yaml/src/schemas/mcp/index.ts',
    places: 'https://github.com/continuedev/continue/blob/main/core/config/yaml/loadYaml.ts',
    tolerance: 'https://github.com/continuedev/continue/blob/main/core/context/mcp/json/loadJsonMcpConfigs.ts',
    variables: 'https://github.com/continuedev/continue/blob/main/packages/config-yaml/src/schemas/mcp/convertJson.ts',
    start: 'https://github.com/continuedev/continue/blob/main/core/context/mcp/MCPConnection.ts',
    limits: 'https://github.com/continuedev/continue/blob/main/core/context/mcp/MCPConnection.ts',
    signIn: 'https://github.com/continuedev/continue/blob/main/core/context/mcp/MCPConnection.ts',
  },
  unverified: ['Whether trailing commas are accepted in config.json.'],
} as const satisfies Row;
