import type { GateEvent, GateFacts } from '../../src/gates/facts.ts';

/** Every value that each part of the facts can have. */
export const everyValue: { readonly [Part in keyof GateFacts]: readonly GateFacts[Part][] } = {
  isTrusted: [true, false],
  remote: [undefined, 'ssh-remote'],
  cli: [
    { kind: 'looking' },
    { kind: 'found', version: '0.1.0', path: '/usr/local/bin/snap' },
    { kind: 'missing', why: 'nowhere' },
    { kind: 'missing', why: 'setting', path: '/nowhere/snap' },
    { kind: 'missing', why: 'stranger', path: '/usr/bin/snap' },
    { kind: 'missing', why: 'node', path: '/usr/local/bin/snap' },
    { kind: 'missing', why: 'old', path: '/usr/local/bin/snap', version: '0.0.1' },
  ],
  daemon: [
    { kind: 'connecting' },
    { kind: 'starting' },
    { kind: 'connected', pid: 7, http: { kind: 'unknown' } },
    { kind: 'connected', pid: 7, http: { kind: 'listening', port: 8765 } },
    { kind: 'connected', pid: 7, http: { kind: 'refused', reason: 'port 8765 is taken by process 9.' } },
    { kind: 'stopped', why: 'never' },
    { kind: 'stopped', why: 'asked' },
    { kind: 'stopped', why: 'ended' },
    { kind: 'failed', reason: 'The disk is full.' },
    { kind: 'hung', pid: undefined },
    { kind: 'hung', pid: 7 },
    { kind: 'elsewhere' },
  ],
  signIn: [
    { kind: 'not-needed' },
    { kind: 'signed-in', endpoint: 'https://api.example.com' },
    { kind: 'signed-out', endpoint: 'https://api.example.com' },
    { kind: 'unusable', reason: 'SVC_API_URL is no address.' },
  ],
  workspace: [
    { kind: 'none' },
    { kind: 'none', reason: '~: the home directory is no workspace.' },
    { kind: 'new', name: 'shop', isOnly: true, server: undefined },
    { kind: 'initialized', name: 'shop', isOnly: false, server: '/home/ana/api', keptIn: 'private' },
    { kind: 'initialized', name: 'shop', isOnly: true, server: '/home/ana/shop', keptIn: 'project' },
  ],
  mcp: [
    { kind: 'configured', by: 'provider' },
    { kind: 'configured', by: 'entry' },
    { kind: 'missing', why: 'not-asked' },
    { kind: 'missing', why: 'declined' },
    { kind: 'missing', why: 'foreign' },
  ],
};

export const everyEvent: readonly GateEvent[] = [
  ...everyValue.isTrusted.map((now) => ({ part: 'isTrusted', now }) as const),
  ...everyValue.remote.map((now) => ({ part: 'remote', now }) as const),
  ...everyValue.cli.map((now) => ({ part: 'cli', now }) as const),
  ...everyValue.daemon.map((now) => ({ part: 'daemon', now }) as const),
  ...everyValue.signIn.map((now) => ({ part: 'signIn', now }) as const),
  ...everyValue.workspace.map((now) => ({ part: 'workspace', now }) as const),
  ...everyValue.mcp.map((now) => ({ part: 'mcp', now }) as const),
];

/** Facts with which every gate is met. */
export const allMet: GateFacts = {
  isTrusted: true,
  remote: undefined,
  cli: { kind: 'found', version: '0.1.0', path: '/usr/local/bin/snap' },
  daemon: { kind: 'connected', pid: 7, http: { kind: 'listening', port: 8765 } },
  signIn: { kind: 'not-needed' },
  workspace: { kind: 'initialized', name: 'shop', isOnly: true, server: '/home/ana/shop', keptIn: 'private' },
  mcp: { kind: 'configured', by: 'provider' },
};
