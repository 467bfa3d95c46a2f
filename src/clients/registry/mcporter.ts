import type { PlaceText, Row } from '../row.ts';
import { commandArgsEnvCwd, plain, words } from './shapes.ts';

// RawEntrySchema in src/config-schema.ts; each name with capitals may be written with underscores as well.
const fields = words(
  'description executable auth tokenCacheDir clientName protocolVersion chromeDevtoolsRelay oauthClientId ' +
    'oauthClientSecret oauthClientSecretEnv oauthTokenEndpointAuthMethod oauthRedirectUrl oauthClientMetadataUrl ' +
    'oauthScope oauthCommand bearerToken bearer_token bearerTokenEnv bearer_token_env refresh httpFetch lifecycle ' +
    'logging allowedTools allowed_tools blockedTools blocked_tools token_cache_dir client_name protocol_version ' +
    'chrome_devtools_relay oauth_client_id oauth_client_secret oauth_client_secret_env ' +
    'oauth_token_endpoint_auth_method oauth_redirect_url oauth_client_metadata_url oauth_scope oauth_command ' +
    'http_fetch',
);

const elsewhere: PlaceText = ['$MCPORTER_CONFIG', '$XDG_CONFIG_HOME/mcporter/mcporter.json*'];

export default {
  id: 'mcporter',
  name: 'MCPorter',
  kind: 'terminal',
  // parseJsonBuffer in src/config/imports/shared.ts
  tolerance: 'comments-and-commas',
  // mcporter 0.12.3 (run 2026-11-22).
  byteOrderMark: 'rejected',
  entry: {
    ...plain,
    // getCommand in src/config-normalize.ts
    stdio: { ...commandArgsEnvCwd, orCommand: 'executable', orList: true, splits: 'alone' },
    // What "bearerTokenEnv" names is sent as it is, without "Bearer": buildHeaders.
    http: { url: 'baseUrl', headers: 'headers' },
    sse: { url: 'baseUrl', headers: 'headers' },
    reads: { ...plain.reads, url: ['base_url', 'url', 'serverUrl', 'server_url'] },
    // Another name for the command.
    withoutStart: { fields: ['executable'] },
    strict: 'file',
    credentials: ['bearerToken', 'bearer_token', 'bearerTokenEnv', 'bearer_token_env'],
    fields,
    toolLists: { only: 'allowedTools', without: 'blockedTools' },
  },
  startsIn: 'file',
  files: [
    {
      at: './config/mcporter.json',
      note: 'Unless "imports" is empty, MCPorter also has the servers of Cursor, Claude Code, Claude Desktop, Codex, Windsurf, opencode and VS Code.',
    },
    // Of these the first one that exists is read: mcporterConfigCandidates in src/paths.ts
    {
      at: ['$MCPORTER_CONFIG', '$XDG_CONFIG_HOME/mcporter/mcporter.json'],
      note: 'Where MCPORTER_CONFIG is set, MCPorter reads that file alone.',
    },
    {
      at: ['$XDG_CONFIG_HOME/mcporter/mcporter.jsonc'],
      write: 'existing',
      ignoredWhile: ['$MCPORTER_CONFIG', '$XDG_CONFIG_HOME/mcporter/mcporter.json'],
    },
    { at: '~/.mcporter/mcporter.json', ignoredWhile: elsewhere },
    { at: '~/.mcporter/mcporter.jsonc', write: 'existing', ignoredWhile: '~/.mcporter/mcporter.json' },
  ],
  detect: [{ program: 'mcporter' }, { path: '~/.mcporter' }, { path: './config/mcporter.json' }],
  variables: ['${NAME}', '${NAME:-default}', '$env:NAME'],
  // resolveConfigEnvPlaceholders in src/config-normalize.ts
  unsetVariable: { stops: 'file', in: ['command', 'argument', 'cwd', 'url'] },
  // Variables that are named like secrets too: mcporter 0.12.3 (run 2026-11-22).
  inherits: 'everything',
  reload: 'Nothing to do: MCPorter reads the file each time it runs.',
  docs: 'https://github.com/openclaw/mcporter/blob/main/docs/config.md',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/openclaw/mcporter/blob/main/src/config-schema.ts',
    places: 'https://github.com/openclaw/mcporter/blob/main/src/paths.ts',
    tolerance: 'https://github.com/openclaw/mcporter/blob/main/src/config/imports/shared.ts',
    variables: 'https://github.com/openclaw/mcporter/blob/main/src/env.ts',
    start: 'https://github.com/openclaw/mcporter/blob/main/src/config-normalize.ts',
  },
} as const satisfies Row;
