import type { EntryForm, UrlForm } from '../entry-form.ts';
import type { Layout } from '../locate.ts';

/** What three rows or more have in common. What one family of assistants shares is in families/. */

export const mcpServers: Layout = { kind: 'map', at: ['mcpServers'] };
export const servers: Layout = { kind: 'map', at: ['servers'] };
export const mcp: Layout = { kind: 'map', at: ['mcp'] };

export const commandArgsEnv = { command: 'command', commandIs: 'string', env: 'env' } as const;
export const commandArgsEnvCwd = { ...commandArgsEnv, cwd: 'cwd' } as const;
export const urlHeaders: UrlForm = { url: 'url', headers: 'headers' };
export const disabled = { key: 'disabled', off: true } as const;
export const enabled = { key: 'enabled', off: false } as const;

/** `command` or `url`, and no word for the transport. */
export const plain: EntryForm = {
  typeKey: 'type',
  stdio: commandArgsEnv,
  http: urlHeaders,
  sse: urlHeaders,
  reads: { stdio: ['stdio'], http: ['http'], sse: ['sse'] },
  untypedUrl: 'either',
};
export const plainWithSwitch: EntryForm = { ...plain, switch: disabled };

/** A word for each transport, `http` for Streamable HTTP. */
export const typed: EntryForm = {
  typeKey: 'type',
  stdio: { type: 'stdio', ...commandArgsEnvCwd },
  http: { type: 'http', ...urlHeaders },
  sse: { type: 'sse', ...urlHeaders },
  untypedUrl: 'either',
};

/** A long list of names. */
export function words(names: string): readonly string[] {
  return names.split(' ');
}
