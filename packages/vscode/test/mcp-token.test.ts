import { chmodSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Desk } from '../src/desk.ts';
import type { DaemonStatus } from '../src/core.ts';
import { registerProvider } from '../src/mcp/provider.ts';
import { temporaryHome } from '../../../test/support/temporary-home.ts';
import { begin, lm, type McpHttpServerDefinition } from './support/vscode.ts';

interface Provider {
  provideMcpServerDefinitions(): McpHttpServerDefinition[];
  resolveMcpServerDefinition(
    definition: unknown,
    token: { readonly isCancellationRequested: boolean },
  ): Promise<McpHttpServerDefinition | undefined>;
}

/** The editor waits for the answer, or no longer. */
const [waiting, cancelled] = [{ isCancellationRequested: false }, { isCancellationRequested: true }];
const token = 'a-token-of-the-background-process-1234567890';

/** The provider of a window whose daemon was last seen at port 8765, and now says this of itself. */
function given(http: DaemonStatus['http'] | undefined): Provider {
  const { put, system } = temporaryHome();
  chmodSync(put('.snap-mcp/data/token', token), 0o600);
  const never = () => ({ dispose: () => undefined });
  begin({ settings: { 'snap.mcp.enabled': true } });
  let provider: Provider | undefined;
  lm.registerMcpServerDefinitionProvider = (_: string, registered: Provider) => {
    provider = registered;
    return never();
  };
  onTestFinished(() => void delete lm.registerMcpServerDefinitionProvider);
  const desk = {
    context: { globalState: { get: () => undefined } },
    system: async () => system,
    gates: {
      current: { name: 'watching' },
      facts: { workspace: { kind: 'initialized', name: 'project', isOnly: true, server: '/home/ada/project', keptIn: 'private' } },
      onDidChange: never,
      onDidSee: never,
    },
    daemon: {
      fact: { kind: 'connected', pid: 1, http: { kind: 'listening', port: 8765 } },
      onDidChange: never,
      status: async () => (http === undefined ? undefined : { http }),
    },
  } as unknown as Desk;
  const registered = registerProvider(desk);
  onTestFinished(() => registered.dispose());
  if (provider === undefined) throw new Error('Nothing was registered.');
  return provider;
}

describe('the token', () => {
  it('is no part of what the editor keeps, and comes when it connects', async () => {
    const provider = given({ state: 'listening', port: 8765 });
    expect(JSON.stringify(provider.provideMcpServerDefinitions())).not.toContain(token);
    const resolved = await provider.resolveMcpServerDefinition(undefined, waiting);
    expect(resolved?.headers['Authorization']).toBe(`Bearer ${token}`);
    expect(await provider.resolveMcpServerDefinition(undefined, cancelled)).toBeUndefined();
  });

  it.each([
    ['does not answer', undefined],
    ['listens no longer', { state: 'off' }],
    ['listens elsewhere', { state: 'listening', port: 9000 }],
    ['lost its port to another program', { state: 'refused', reason: 'port 8765 is in use' }],
  ] as const)('is not given to a port of a daemon that %s', async (_, http) => {
    const resolved = given(http).resolveMcpServerDefinition(undefined, waiting);
    await expect(resolved).rejects.toThrow('does not answer at its address');
    await expect(resolved).rejects.not.toThrow(token);
  });
});
