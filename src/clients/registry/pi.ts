import type { Row } from '../row.ts';
import { commandArgsEnvCwd, enabled, urlHeaders } from './shapes.ts';

/** The program itself, with the pages that it brings (docs/mcp.md, docs/security.md). */
const program = 'https://www.npmjs.com/package/@earendil-works/pi-coding-agent/v/1.5.2';

export default {
  id: 'pi',
  name: 'Pi',
  kind: 'terminal',
  // JSON.parse after stripBom: dist/extensions/mcp/config.js
  tolerance: 'strict',
  byteOrderMark: 'read',
  entry: {
    typeKey: 'type',
    stdio: { type: 'stdio', ...commandArgsEnvCwd },
    http: { type: 'http', ...urlHeaders },
    reads: { http: ['streamable-http'] },
    untypedUrl: 'http',
    strict: 'entry',
    switch: enabled,
    timeout: { key: 'timeout', unit: 's' },
    credentials: ['oauth', 'auth'],
    fields: ['oauth', 'auth', 'exposure', 'toolExposure', 'description'],
    // In a project's file it changes the server of that name in the person's file.
    withoutStart: { only: ['enabled', 'exposure', 'toolExposure'], is: "a change of a server in the person's file" },
  },
  startsIn: 'workspace',
  files: [
    { at: './.pi/mcp.json', note: 'Read in a trusted folder only.' },
    { at: ['~/.pi/agent/mcp.json', '$PI_CODING_AGENT_DIR/mcp.json'] },
  ],
  detect: [{ program: 'pi' }, { path: ['~/.pi/agent', '$PI_CODING_AGENT_DIR'] }],
  variables: ['${NAME}'],
  variablesOnlyIn: ['variable', 'header'],
  expandsTilde: true,
  // A server has everything, variables that are named like secrets too: 1.5.2 (run 2026-11-23).
  inherits: 'everything',
  // dist/core/trust-manager.js: the nearest folder that is decided counts.
  trust: {
    as: 'words',
    in: ['~/.pi/agent/trust.json', '$PI_CODING_AGENT_DIR/trust.json'],
    at: [],
    trusted: [true],
    refused: [false],
    reach: 'below',
    stops: 'project',
    otherwise: 'untrusted',
    says: 'Type "/trust" in Pi, in that folder; for one run: pi --approve.',
  },
  reload: 'Type "/reload" in Pi.',
  names: { pattern: '^[A-Za-z0-9_-]+$', says: 'only letters, digits, "_" and "-".' },
  toolPrefix: 'mcp__{server}__',
  signIn: 'Run "pi mcp login {server}".',
  docs: 'https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/mcp.md',
  sources: { read: '2026-11-23', row: program, switches: program, start: program },
} as const satisfies Row;
