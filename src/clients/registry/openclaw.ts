import type { Row } from '../row.ts';
import { commandArgsEnvCwd, enabled, urlHeaders, words } from './shapes.ts';

/** The program itself, with the pages that it brings: its docs folder is what docs.openclaw.ai shows. */
const program = 'https://www.npmjs.com/package/openclaw/v/2026.9.6';

export default {
  id: 'openclaw',
  name: 'OpenClaw',
  kind: 'terminal',
  tolerance: 'json5',
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
    fields: words('workingDirectory toolFilter auth oauth sslVerify clientCert clientKey supportsParallelToolCalls codex'),
  },
  files: [{ at: ['~/.openclaw/openclaw.json', '$OPENCLAW_CONFIG_PATH', '$OPENCLAW_STATE_DIR/openclaw.json'] }],
  detect: [{ program: 'openclaw' }, { path: ['~/.openclaw', '$OPENCLAW_STATE_DIR'] }],
  variables: ['${NAME}'],
  // A variable of the Gateway that is named in no entry does not reach a server: 2026.9.6 (run 2026-11-23).
  inherits: 'basics',
  // https://docs.openclaw.ai/cli/mcp/transports, "Stdio env safety filter" (read 2026-11-23); it names more by their beginnings.
  dropsVariables: ['NODE_OPTIONS', 'PYTHONSTARTUP', 'PERL5OPT', 'RUBYOPT', 'BASHOPTS', 'KSH_ENV'],
  // Its own writes put a plain file where a link was: https://docs.openclaw.ai/gateway/configuration (read 2026-11-23).
  replacesLinks: true,
  onBrokenFile: 'does not start its Gateway',
  reload: 'Nothing to do: the Gateway of OpenClaw picks the change up at the next turn.',
  names: { pattern: '^[^]*$', reserved: ['__proto__'], says: 'it keeps that name for itself.' },
  // A server that answered after 15 s was connected, one that takes 45 s was not, "within 30s": 2026.9.6 (run 2026-11-23).
  limits: { start: { seconds: 30 } },
  toolPrefix: '{server}__',
  signIn: 'Run "openclaw mcp login {server}".',
  docs: 'https://docs.openclaw.ai/tools/mcp',
  sources: {
    read: '2026-11-23',
    row: 'https://docs.openclaw.ai/cli/mcp/transports',
    places: 'https://docs.openclaw.ai/gateway/configuration',
    tolerance: 'https://docs.openclaw.ai/gateway/configuration',
    variables: 'https://docs.openclaw.ai/help/environment',
    start: program,
    signIn: 'https://docs.openclaw.ai/cli/mcp/registry',
  },
  unverified: ['Which directory the Gateway starts its servers in.', 'Which PATH a Gateway has that runs as a service.'],
} as const satisfies Row;
