import type { KnownServer } from './servers.ts';

/**
 * How the clients' own documentation writes a server, each as a function of the server, by hand and not by our own writer: what a
 * person pastes is what must not be flagged. `undefined`: this client's documentation has no such server.
 */
export interface Snippet {
  readonly client: string;
  /** Below the home directory, or the project. */
  readonly path: string;
  readonly write: (server: KnownServer) => string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** How a client refers to a variable. */
type Reference = (name: string) => string;
const dollarEnv: Reference = (name) => `\${env:${name}}`;
const dollar: Reference = (name) => `\${${name}}`;
const input: Reference = (name) => `\${input:${name}}`;
const bare: Reference = (name) => `$${name}`;
const braces: Reference = (name) => `{env:${name}}`;
/** Clients without variables: the person writes the value, which here is harmless. */
const plain: Reference = () => 'production';

function stdio(server: KnownServer, reference: Reference, first: Fields = {}): Fields | undefined {
  if (!('command' in server)) return undefined;
  const env = server.env === undefined ? {} : { env: Object.fromEntries(server.env.map((name) => [name, reference(name)])) };
  return { ...first, command: server.command, args: server.args, ...env };
}

function remote(
  server: KnownServer,
  reference: Reference,
  spell: (url: string, transport: 'http' | 'sse') => Fields | undefined,
): Fields | undefined {
  if (!('url' in server)) return undefined;
  const fields = spell(server.url, server.transport);
  if (fields === undefined) return undefined;
  return server.header === undefined ? fields : { ...fields, headers: { [server.header]: reference(server.header) } };
}

const json = (key: string, server: KnownServer, entry: Fields | undefined, around: Fields = {}): string | undefined =>
  entry === undefined ? undefined : `${JSON.stringify({ ...around, [key]: { [server.name]: entry } }, undefined, 2)}\n`;

const url = (address: string): Fields => ({ url: address });

export const snippets: readonly Snippet[] = [
  // https://modelcontextprotocol.io/docs/develop/connect-local-servers
  {
    client: 'claude-desktop',
    path: 'home/.config/Claude/claude_desktop_config.json',
    write: (one) => json('mcpServers', one, stdio(one, plain)),
  },
  // https://cursor.com/docs/mcp
  {
    client: 'cursor',
    path: 'home/.cursor/mcp.json',
    write: (one) => json('mcpServers', one, stdio(one, dollarEnv) ?? remote(one, dollarEnv, url)),
  },
  {
    client: 'cursor',
    path: 'project/.cursor/mcp.json',
    write: (one) => json('mcpServers', one, stdio(one, dollarEnv, { type: 'stdio' }) ?? remote(one, dollarEnv, url)),
  },
  // https://docs.windsurf.com/windsurf/cascade/mcp
  {
    client: 'windsurf',
    path: 'home/.codeium/windsurf/mcp_config.json',
    write: (one) => json('mcpServers', one, stdio(one, dollarEnv) ?? remote(one, dollarEnv, (serverUrl) => ({ serverUrl }))),
  },
  // https://code.visualstudio.com/docs/copilot/customization/mcp-servers
  {
    client: 'vscode',
    path: 'project/.vscode/mcp.json',
    write: (one) =>
      json('servers', one, stdio(one, input, { type: 'stdio' }) ?? remote(one, input, (address, type) => ({ type, url: address })), {
        inputs: [
          ...('env' in one && one.env !== undefined ? one.env : []),
          ...('header' in one && one.header !== undefined ? [one.header] : []),
        ].map((id) => ({
          type: 'promptString',
          id,
          description: id,
          password: true,
        })),
      }),
  },
  {
    client: 'vscode',
    path: 'home/.config/Code/User/mcp.json',
    write: (one) => json('servers', one, stdio(one, dollarEnv) ?? remote(one, dollarEnv, url)),
  },
  // https://docs.anthropic.com/en/docs/claude-code/mcp
  {
    client: 'claude-code',
    path: 'project/.mcp.json',
    write: (one) =>
      json('mcpServers', one, stdio(one, dollar, { type: 'stdio' }) ?? remote(one, dollar, (address, type) => ({ type, url: address }))),
  },
  {
    client: 'claude-code',
    path: 'home/.claude.json',
    write: (one) =>
      json('mcpServers', one, stdio(one, dollar) ?? remote(one, dollar, (address, type) => ({ type, url: address })), {
        numStartups: 4,
        projects: {},
      }),
  },
  // https://zed.dev/docs/ai/mcp
  {
    client: 'zed',
    path: 'home/.config/zed/settings.json',
    write: (one) =>
      json(
        'context_servers',
        one,
        stdio(one, plain) ?? ('url' in one && one.transport === 'http' && one.header === undefined ? url(one.url) : undefined),
        { theme: 'One Dark' },
      ),
  },
  // https://docs.cline.bot/mcp/configuring-mcp-servers
  {
    client: 'cline',
    path: 'home/.cline/data/settings/cline_mcp_settings.json',
    write: (one) =>
      json(
        'mcpServers',
        one,
        stdio(one, plain) ??
          remote(one, plain, (address, transport) => ({ url: address, type: transport === 'http' ? 'streamableHttp' : 'sse' })),
      ),
  },
  // https://docs.roocode.com/features/mcp/using-mcp-in-roo
  {
    client: 'roo-code',
    path: 'project/.roo/mcp.json',
    write: (one) =>
      json(
        'mcpServers',
        one,
        stdio(one, dollarEnv) ??
          remote(one, dollarEnv, (address, transport) => ({ type: transport === 'http' ? 'streamable-http' : 'sse', url: address })),
      ),
  },
  // https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md
  {
    client: 'gemini',
    path: 'home/.gemini/settings.json',
    write: (one) =>
      json(
        'mcpServers',
        one,
        stdio(one, bare) ?? remote(one, bare, (address, transport) => (transport === 'http' ? { httpUrl: address } : { url: address })),
      ),
  },
  // https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp/
  {
    client: 'qwen-code',
    path: 'home/.qwen/settings.json',
    write: (one) =>
      json(
        'mcpServers',
        one,
        stdio(one, bare) ?? remote(one, bare, (address, transport) => (transport === 'http' ? { httpUrl: address } : { url: address })),
      ),
  },
  // https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers
  {
    client: 'copilot-cli',
    path: 'home/.copilot/mcp-config.json',
    write: (one) =>
      json(
        'mcpServers',
        one,
        stdio(one, dollar, { type: 'local', tools: ['*'] }) ??
          remote(one, dollar, (address, type) => ({ type, url: address, tools: ['*'] })),
      ),
  },
  // https://opencode.ai/docs/mcp-servers/
  {
    client: 'opencode',
    path: 'home/.config/opencode/opencode.json',
    write: (one) =>
      json(
        'mcp',
        one,
        'command' in one
          ? {
              type: 'local',
              command: [one.command, ...one.args],
              enabled: true,
              ...(one.env === undefined ? {} : { environment: Object.fromEntries(one.env.map((name) => [name, braces(name)])) }),
            }
          : remote(one, braces, (address) => ({ type: 'remote', url: address, enabled: true })),
        { $schema: 'https://opencode.ai/config.json' },
      ),
  },
  // https://kiro.dev/docs/mcp/configuration
  {
    client: 'kiro',
    path: 'home/.kiro/settings/mcp.json',
    write: (one) => {
      const entry = stdio(one, dollar) ?? remote(one, dollar, url);
      return json('mcpServers', one, entry === undefined ? undefined : { ...entry, disabled: false, autoApprove: [] });
    },
  },
  // https://developers.openai.com/codex/mcp
  {
    client: 'codex',
    path: 'home/.codex/config.toml',
    write: (one) => {
      if ('command' in one) {
        const env = one.env === undefined ? '' : `env_vars = ${JSON.stringify(one.env)}\n`;
        return `model = "gpt-5"\n\n[mcp_servers.${one.name}]\ncommand = ${JSON.stringify(one.command)}\nargs = ${JSON.stringify(one.args)}\n${env}`;
      }
      if (one.transport === 'sse') return undefined;
      const header = one.header === undefined ? '' : `bearer_token_env_var = "${one.header}"\n`;
      return `[mcp_servers.${one.name}]\nurl = ${JSON.stringify(one.url)}\n${header}`;
    },
  },
  // https://block.github.io/goose/docs/getting-started/using-extensions
  {
    client: 'goose',
    path: 'home/.config/goose/config.yaml',
    write: (one) => {
      const head = `extensions:\n  developer:\n    bundled: true\n    enabled: true\n    name: developer\n    timeout: 300\n    type: builtin\n  ${one.name}:\n    name: ${one.name}\n    enabled: true\n    timeout: 300\n`;
      if ('command' in one) {
        const env = one.env === undefined ? '' : `    env_keys:\n${one.env.map((name) => `      - ${name}\n`).join('')}`;
        return `${head}    type: stdio\n    cmd: ${one.command}\n    args:\n${one.args.map((arg) => `      - ${JSON.stringify(arg)}\n`).join('')}${env}`;
      }
      return one.transport === 'http' ? `${head}    type: streamable_http\n    uri: ${one.url}\n` : undefined;
    },
  },
  // https://docs.continue.dev/customize/deep-dives/mcp
  {
    client: 'continue',
    path: 'home/.continue/config.yaml',
    write: (one) => {
      const head = `name: My config\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: ${one.name}\n`;
      if ('command' in one) {
        const env = one.env === undefined ? '' : `    env:\n${one.env.map((name) => `      ${name}: \${{ secrets.${name} }}\n`).join('')}`;
        return `${head}    command: ${one.command}\n    args:\n${one.args.map((arg) => `      - ${JSON.stringify(arg)}\n`).join('')}${env}`;
      }
      return `${head}    type: ${one.transport === 'http' ? 'streamable-http' : 'sse'}\n    url: ${one.url}\n`;
    },
  },
  // https://ampcode.com/manual
  {
    client: 'amp',
    path: 'home/.config/amp/settings.json',
    write: (one) => json('amp.mcpServers', one, stdio(one, dollar) ?? remote(one, dollar, url)),
  },
  // https://github.com/charmbracelet/crush
  {
    client: 'crush',
    path: 'home/.config/crush/crush.json',
    write: (one) =>
      json('mcp', one, stdio(one, bare, { type: 'stdio' }) ?? remote(one, bare, (address, type) => ({ type, url: address })), {
        $schema: 'https://charm.land/crush.json',
      }),
  },
  // https://docs.factory.ai/cli/configuration/mcp
  {
    client: 'droid',
    path: 'home/.factory/mcp.json',
    write: (one) =>
      json(
        'mcpServers',
        one,
        stdio(one, plain, { type: 'stdio', disabled: false }) ??
          ('url' in one && one.transport === 'http' && one.header === undefined
            ? { type: 'http', url: one.url, disabled: false }
            : undefined),
      ),
  },
  // https://lmstudio.ai/docs/app/plugins/mcp
  {
    client: 'lmstudio',
    path: 'home/.lmstudio/mcp.json',
    write: (one) => json('mcpServers', one, stdio(one, plain) ?? ('url' in one && one.header === undefined ? url(one.url) : undefined)),
  },
];
