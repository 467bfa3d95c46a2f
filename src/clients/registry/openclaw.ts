import type { Client } from '../client.ts';
import { commandArgsEnvCwd, enabled, urlHeaders } from './shapes.ts';

/** The program itself, with the pages that it brings: its docs folder is what docs.openclaw.ai shows. */
const program = { at: 'https://www.npmjs.com/package/openclaw/v/2026.9.6', read: '2026-11-23' } as const;

export default {
  id: 'openclaw',
  name: 'OpenClaw',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'json5',
  byteOrderMark: 'unknown',
  layout: { kind: 'map', at: ['mcp', 'servers'] },
  entry: {
    typeKey: 'transport',
    stdio: { ...commandArgsEnvCwd },
    http: { type: 'streamable-http', ...urlHeaders },
    sse: { type: 'sse', ...urlHeaders },
    // resolveMcpTransportConfig of 2026.9.6 goes by "type" where "transport" is missing; "openclaw doctor --fix" writes "transport".
    reads: { stdio: ['stdio'], http: ['http'], typeKeys: ['type'] },
    untypedUrl: 'sse',
    switch: enabled,
    timeout: { key: 'requestTimeoutMs', unit: 'ms' },
    startTimeout: { key: 'connectionTimeoutMs', unit: 'ms' },
    credentials: ['auth', 'oauth', 'clientCert', 'clientKey'],
    fields: [
      'workingDirectory',
      'toolFilter',
      'auth',
      'oauth',
      'sslVerify',
      'clientCert',
      'clientKey',
      'supportsParallelToolCalls',
      'codex',
    ],
  },
  files: [
    {
      scope: 'global',
      at: {
        from: 'home',
        path: '.openclaw/openclaw.json',
        override: [
          { env: 'OPENCLAW_CONFIG_PATH', path: '' },
          { env: 'OPENCLAW_STATE_DIR', path: 'openclaw.json' },
        ],
      },
      write: 'create',
      startsIn: 'unknown',
    },
  ],
  detect: [
    { kind: 'program', name: 'openclaw' },
    { kind: 'path', at: { from: 'home', path: '.openclaw', override: [{ env: 'OPENCLAW_STATE_DIR', path: '' }] } },
  ],
  variables: ['${NAME}'],
  // A variable of the Gateway that is named in no entry does not reach a server: 2026.9.6 (run 2026-11-23).
  inherits: 'basics',
  // https://docs.openclaw.ai/cli/mcp/transports, "Stdio env safety filter" (read 2026-11-23); it names more by their beginnings.
  dropsVariables: ['NODE_OPTIONS', 'PYTHONSTARTUP', 'PERL5OPT', 'RUBYOPT', 'BASHOPTS', 'KSH_ENV'],
  // Its own writes put a plain file where a link was: https://docs.openclaw.ai/gateway/configuration (read 2026-11-23).
  replacesLinks: true,
  onBrokenFile: 'does not start its Gateway',
  path: 'shell',
  reload: 'Nothing to do: the Gateway of OpenClaw picks the change up at the next turn.',
  names: { pattern: '^[^]*$', reserved: ['__proto__'], says: 'it keeps that name for itself.' },
  // A server that answered after 15 s was connected, one that takes 45 s was not, "within 30s": 2026.9.6 (run 2026-11-23).
  limits: { start: { seconds: 30 } },
  toolPrefix: '{server}__',
  signIn: 'Run "openclaw mcp login {server}".',
  docs: 'https://docs.openclaw.ai/tools/mcp',
  sources: {
    row: { at: 'https://docs.openclaw.ai/cli/mcp/transports', read: '2026-11-23' },
    places: { at: 'https://docs.openclaw.ai/gateway/configuration', read: '2026-11-23' },
    tolerance: { at: 'https://docs.openclaw.ai/gateway/configuration', read: '2026-11-23' },
    variables: { at: 'https://docs.openclaw.ai/help/environment', read: '2026-11-23' },
    start: program,
    signIn: { at: 'https://docs.openclaw.ai/cli/mcp/registry', read: '2026-11-23' },
  },
  unverified: ['Which directory the Gateway starts its servers in.', 'Which PATH a Gateway has that runs as a service.'],
} as const satisfies Client;
