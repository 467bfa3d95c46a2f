/** A server as its maintainers document it. Secrets are written as each client's own reference, or left to the environment. */
export type KnownServer =
  | {
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      /** Names of variables it needs. */
      readonly env?: readonly string[];
    }
  | { readonly name: string; readonly url: string; readonly transport: 'http' | 'sse'; readonly header?: string };

/** Well-known public servers with the command line or address of their own installation instructions. */
export const servers: readonly KnownServer[] = [
  // https://github.com/modelcontextprotocol/servers
  { name: 'filesystem', command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ada/project'] },
  { name: 'memory', command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] },
  { name: 'sequential-thinking', command: 'npx', args: ['-y', '@modelcontextprotocol/server-sequential-thinking'] },
  { name: 'everything', command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything'] },
  { name: 'fetch', command: 'uvx', args: ['mcp-server-fetch'] },
  { name: 'git', command: 'uvx', args: ['mcp-server-git', '--repository', '/home/ada/project'] },
  { name: 'time', command: 'uvx', args: ['mcp-server-time', '--local-timezone=Europe/Berlin'] },
  // https://github.com/github/github-mcp-server
  {
    name: 'github-docker',
    command: 'docker',
    args: ['run', '-i', '--rm', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'ghcr.io/github/github-mcp-server'],
    env: ['GITHUB_PERSONAL_ACCESS_TOKEN'],
  },
  { name: 'github', url: 'https://api.githubcopilot.com/mcp/', transport: 'http' },
  // https://github.com/microsoft/playwright-mcp
  { name: 'playwright', command: 'npx', args: ['@playwright/mcp@latest'] },
  {
    name: 'playwright-headless',
    command: 'npx',
    args: ['-y', '@playwright/mcp@latest', '--headless', '--isolated', '--viewport-size=1280,720'],
  },
  // https://github.com/upstash/context7
  { name: 'context7', command: 'npx', args: ['-y', '@upstash/context7-mcp'] },
  { name: 'context7-remote', url: 'https://mcp.context7.com/mcp', transport: 'http', header: 'CONTEXT7_API_KEY' },
  // https://docs.sentry.io/product/sentry-mcp/
  { name: 'sentry', url: 'https://mcp.sentry.dev/mcp', transport: 'http' },
  // https://linear.app/docs/mcp
  { name: 'linear', url: 'https://mcp.linear.app/mcp', transport: 'http' },
  { name: 'linear-sse', url: 'https://mcp.linear.app/sse', transport: 'sse' },
  // https://linear.app/docs/mcp, for clients without remote servers
  { name: 'linear-bridge', command: 'npx', args: ['-y', 'mcp-remote', 'https://mcp.linear.app/mcp'] },
  // https://developers.notion.com/docs/mcp
  { name: 'notion', url: 'https://mcp.notion.com/mcp', transport: 'http' },
  { name: 'notion-local', command: 'npx', args: ['-y', '@notionhq/notion-mcp-server'], env: ['NOTION_TOKEN'] },
  // https://supabase.com/docs/guides/getting-started/mcp
  { name: 'supabase', url: 'https://mcp.supabase.com/mcp?read_only=true', transport: 'http' },
  // https://github.com/GLips/Figma-Context-MCP
  { name: 'figma', command: 'npx', args: ['-y', 'figma-developer-mcp', '--stdio'], env: ['FIGMA_API_KEY'] },
  // https://help.figma.com/hc/en-us/articles/32132100833559
  { name: 'figma-desktop', url: 'http://127.0.0.1:3845/mcp', transport: 'http' },
  // https://github.com/ChromeDevTools/chrome-devtools-mcp
  { name: 'chrome-devtools', command: 'npx', args: ['-y', 'chrome-devtools-mcp@latest'] },
  // https://github.com/oraios/serena
  {
    name: 'serena',
    command: 'uvx',
    args: ['--from', 'git+https://github.com/oraios/serena', 'serena', 'start-mcp-server', '--context', 'ide-assistant'],
  },
  // https://awslabs.github.io/mcp/
  { name: 'aws-docs', command: 'uvx', args: ['awslabs.aws-documentation-mcp-server@latest'], env: ['FASTMCP_LOG_LEVEL'] },
  // https://github.com/crystaldba/postgres-mcp
  { name: 'postgres', command: 'uvx', args: ['postgres-mcp', '--access-mode=restricted'], env: ['DATABASE_URI'] },
  // https://learn.microsoft.com/en-us/training/support/mcp
  { name: 'microsoft-learn', url: 'https://learn.microsoft.com/api/mcp', transport: 'http' },
  // https://developers.cloudflare.com/agents/model-context-protocol/mcp-servers-for-cloudflare/
  { name: 'cloudflare-docs', url: 'https://docs.mcp.cloudflare.com/mcp', transport: 'http' },
  // https://docs.stripe.com/mcp
  { name: 'stripe', url: 'https://mcp.stripe.com', transport: 'http' },
  // https://laravel.com/docs/boost
  { name: 'laravel-boost', command: 'php', args: ['artisan', 'boost:mcp'] },
  // https://dart.dev/tools/mcp-server
  { name: 'dart', command: 'dart', args: ['mcp-server'] },
  // https://go.dev/gopls/features/mcp
  { name: 'gopls', command: 'gopls', args: ['mcp'] },
  // https://nx.dev/getting-started/ai-setup
  { name: 'nx-mcp', command: 'npx', args: ['nx-mcp@latest', '/home/ada/project'] },
  // https://github.com/hashicorp/terraform-mcp-server
  { name: 'terraform', command: 'docker', args: ['run', '-i', '--rm', 'hashicorp/terraform-mcp-server'] },
];
