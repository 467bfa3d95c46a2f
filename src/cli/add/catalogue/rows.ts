import type { CatalogueEntry, CatalogueRow } from './row.ts';

/**
 * Servers that need nothing of the person but a sign-in: names | what it gives | how it is started or called | where on GitHub that is documented | as of.
 * "or": for assistants that cannot have the first.
 */
const table = `
apify | Apify: runs scrapers and other Actors | https://mcp.apify.com | apify/apify-mcp-server | 2026-08-21
astro-docs, astro | Astro: searches its documentation | https://mcp.docs.astro.build/mcp or npx -y mcp-remote https://mcp.docs.astro.build/mcp | withastro/docs-mcp | 2025-07-26
atlassian, jira, confluence | Atlassian: Jira, Confluence and Compass | https://mcp.atlassian.com/v1/mcp/authv2 | atlassian/atlassian-mcp-server | 2026-07-27
azure | Azure: works with its resources, as the Azure CLI is signed in | npx -y @azure/mcp@latest server start | microsoft/mcp/tree/main/servers/Azure.Mcp.Server | 2026-08-21
browserbase | Browserbase: controls a browser in the cloud | https://mcp.browserbase.com/mcp or npx mcp-remote https://mcp.browserbase.com/mcp | browserbase/mcp-server-browserbase | 2026-05-05
chrome-devtools, chrome | Chrome: controls and inspects a live browser with DevTools | npx -y chrome-devtools-mcp@latest | ChromeDevTools/chrome-devtools-mcp | 2026-08-21
cloudflare-bindings | Cloudflare: builds Workers with storage and other bindings | https://bindings.mcp.cloudflare.com/mcp | cloudflare/mcp-server-cloudflare | 2026-07-30
cloudflare-docs, cloudflare | Cloudflare: searches its documentation | https://docs.mcp.cloudflare.com/mcp | cloudflare/mcp-server-cloudflare | 2026-07-30
cloudflare-observability | Cloudflare: logs and analytics of your Workers | https://observability.mcp.cloudflare.com/mcp | cloudflare/mcp-server-cloudflare | 2026-07-30
context7 | Context7: current documentation and examples of libraries | npx -y @upstash/context7-mcp or https://mcp.context7.com/mcp | upstash/context7/tree/master/packages/mcp | 2026-08-21
deepwiki | DeepWiki: answers questions about public GitHub repositories | https://mcp.deepwiki.com/mcp | CognitionAI/deepwiki | 2025-05-22
desktop-commander | Desktop Commander: terminal, processes and files of this machine | npx -y @wonderwhy-er/desktop-commander@latest | wonderwhy-er/DesktopCommanderMCP | 2026-07-21
everything | A server that shows every feature of the protocol, for testing clients | npx -y @modelcontextprotocol/server-everything | modelcontextprotocol/servers/tree/main/src/everything | 2026-07-29
exa | Exa: web search and page contents | https://mcp.exa.ai/mcp | exa-labs/exa-mcp-server | 2026-08-20
fetch | Fetches web pages and converts them to Markdown | uvx mcp-server-fetch | modelcontextprotocol/servers/tree/main/src/fetch | 2026-07-29
figma | Figma: reads designs for code | https://mcp.figma.com/mcp | figma/mcp-server-guide | 2026-08-20
huggingface, hf | Hugging Face: models, datasets, Spaces, papers | https://huggingface.co/mcp?login | huggingface/hf-mcp-server | 2026-08-21
memory | Remembers facts across conversations in a knowledge graph | npx -y @modelcontextprotocol/server-memory | modelcontextprotocol/servers/tree/main/src/memory | 2026-07-29
microsoft-learn, mslearn, microsoft-docs | Microsoft Learn: searches Microsoft's documentation | https://learn.microsoft.com/api/mcp | MicrosoftDocs/mcp | 2026-05-10
neon | Neon: Postgres projects, branches and queries | https://mcp.neon.tech/mcp | neondatabase/mcp-server-neon | 2026-08-03
netlify | Netlify: builds, deploys and manages sites | npx -y @netlify/mcp | netlify/netlify-mcp | 2026-08-12
next-devtools, nextjs | Next.js: inspects the running development server | npx -y next-devtools-mcp@latest | vercel/next-devtools-mcp | 2026-06-25
playwright | Playwright: controls a browser | npx @playwright/mcp@latest | microsoft/playwright-mcp | 2026-08-07
postman | Postman: APIs, collections and workspaces (the small set of tools) | https://mcp.postman.com/minimal | postmanlabs/postman-mcp-server | 2026-07-24
prisma | Prisma Postgres: creates and manages databases | npx -y mcp-remote https://mcp.prisma.io/mcp | prisma/mcp | 2025-10-07
sentry | Sentry: errors, issues, traces | https://mcp.sentry.dev/mcp | getsentry/sentry-mcp | 2026-08-18
sequential-thinking, sequentialthinking | Lets a model think in steps that it can revise | npx -y @modelcontextprotocol/server-sequential-thinking | modelcontextprotocol/servers/tree/main/src/sequentialthinking | 2026-07-29
stripe | Stripe: payments, customers, documentation | https://mcp.stripe.com | stripe/agent-toolkit | 2025-12-19
supabase | Supabase: databases and projects | https://mcp.supabase.com/mcp | supabase-community/supabase-mcp | 2026-04-21
svelte | Svelte: documentation, and checks of Svelte code | npx -y @sveltejs/mcp or https://mcp.svelte.dev/mcp | sveltejs/mcp/tree/main/documentation/docs/30-mcp | 2026-05-22
terraform | Terraform: documentation of providers and modules | docker run -i --rm hashicorp/terraform-mcp-server | hashicorp/terraform-mcp-server | 2026-08-21
time | The current time, and conversion between time zones | uvx mcp-server-time | modelcontextprotocol/servers/tree/main/src/time | 2026-07-29
`;

const reference = 'https://github.com/modelcontextprotocol/servers/tree/main/src';

/** Servers that need a value, and those that are documented elsewhere. */
const detailed: readonly CatalogueRow[] = [
  {
    id: 'aws-api',
    says: 'AWS: calls its services through the AWS CLI',
    entries: [{ command: 'uvx', args: ['awslabs.aws-api-mcp-server@latest'], env: { AWS_REGION: 'us-east-1' } }],
    sources: ['https://github.com/awslabs/mcp/tree/main/src/aws-api-mcp-server'],
    asOf: '2026-08-21',
  },
  {
    id: 'aws-documentation',
    aliases: ['aws-docs'],
    says: 'AWS: searches and reads its documentation',
    entries: [
      {
        command: 'uvx',
        args: ['awslabs.aws-documentation-mcp-server@latest'],
        env: { FASTMCP_LOG_LEVEL: 'ERROR', AWS_DOCUMENTATION_PARTITION: 'aws' },
      },
    ],
    sources: ['https://github.com/awslabs/mcp/tree/main/src/aws-documentation-mcp-server'],
    asOf: '2026-08-21',
  },
  {
    id: 'azure-devops',
    says: 'Azure DevOps: work items, pull requests, builds',
    entries: [{ command: 'npx', args: ['-y', '@azure-devops/mcp', '<organization>'] }],
    blanks: [{ placeholder: '<organization>', says: 'the name of your Azure DevOps organization' }],
    sources: ['https://github.com/microsoft/azure-devops-mcp'],
    asOf: '2026-08-19',
  },
  {
    id: 'brave-search',
    aliases: ['brave'],
    says: 'Brave Search: web, news, image and local search',
    entries: [{ command: 'npx', args: ['-y', '@brave/brave-search-mcp-server'], env: { BRAVE_API_KEY: '${BRAVE_API_KEY}' } }],
    variables: [{ name: 'BRAVE_API_KEY', says: 'from https://brave.com/search/api/' }],
    sources: ['https://github.com/brave/brave-search-mcp-server'],
    asOf: '2025-07-17',
  },
  {
    id: 'circleci',
    says: 'CircleCI: pipelines, failed builds, flaky tests',
    entries: [{ command: 'npx', args: ['-y', '@circleci/mcp-server-circleci@latest'], env: { CIRCLECI_TOKEN: '${CIRCLECI_TOKEN}' } }],
    variables: [{ name: 'CIRCLECI_TOKEN', says: 'from https://app.circleci.com/settings/user/tokens' }],
    sources: ['https://github.com/CircleCI-Public/mcp-server-circleci'],
    asOf: '2026-07-19',
  },
  {
    id: 'digitalocean',
    says: 'DigitalOcean: deploys and manages apps',
    entries: [{ command: 'npx', args: ['@digitalocean/mcp'], env: { DIGITALOCEAN_API_TOKEN: '${DIGITALOCEAN_API_TOKEN}' } }],
    variables: [{ name: 'DIGITALOCEAN_API_TOKEN', says: 'from https://cloud.digitalocean.com/account/api/tokens' }],
    sources: ['https://github.com/digitalocean/digitalocean-mcp'],
    asOf: '2025-06-07',
  },
  {
    id: 'filesystem',
    aliases: ['files'],
    says: 'Reads and writes files in the directories that you allow',
    entries: [{ command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '<directory>'] }],
    blanks: [{ placeholder: '<directory>', says: 'a directory whose files it may read and write', isPath: true }],
    sources: [`${reference}/filesystem`],
    asOf: '2026-07-29',
  },
  {
    id: 'git',
    says: 'Reads, searches and changes a Git repository',
    entries: [{ command: 'uvx', args: ['mcp-server-git', '--repository', '<repository>'] }],
    blanks: [{ placeholder: '<repository>', says: 'the directory of the Git repository', isPath: true }],
    sources: [`${reference}/git`],
    asOf: '2026-07-29',
  },
  {
    id: 'grafana',
    says: 'Grafana: dashboards, data sources, alerts, incidents',
    entries: [
      {
        command: 'uvx',
        args: ['mcp-grafana'],
        env: { GRAFANA_URL: '${GRAFANA_URL}', GRAFANA_SERVICE_ACCOUNT_TOKEN: '${GRAFANA_SERVICE_ACCOUNT_TOKEN}' },
      },
    ],
    variables: [
      { name: 'GRAFANA_URL', says: 'the address of your Grafana, such as http://localhost:3000', isPublic: true },
      { name: 'GRAFANA_SERVICE_ACCOUNT_TOKEN', says: 'the token of a service account of your Grafana' },
    ],
    sources: ['https://github.com/grafana/mcp-grafana'],
    asOf: '2026-08-21',
  },
  {
    id: 'heroku',
    says: 'Heroku: apps, add-ons, databases',
    entries: [{ command: 'npx', args: ['-y', '@heroku/mcp-server'], env: { HEROKU_API_KEY: '${HEROKU_API_KEY}' } }],
    variables: [{ name: 'HEROKU_API_KEY', says: 'printed by "heroku authorizations:create"' }],
    sources: ['https://github.com/heroku/heroku-mcp-server'],
    asOf: '2026-08-11',
  },
  {
    id: 'mongodb',
    aliases: ['mongo'],
    says: 'MongoDB: reads a database or an Atlas cluster',
    entries: [
      {
        command: 'npx',
        args: ['-y', 'mongodb-mcp-server@latest', '--readOnly'],
        env: { MDB_MCP_CONNECTION_STRING: '${MDB_MCP_CONNECTION_STRING}' },
      },
    ],
    variables: [{ name: 'MDB_MCP_CONNECTION_STRING', says: 'the connection string of your database' }],
    sources: ['https://github.com/mongodb-js/mongodb-mcp-server'],
    asOf: '2026-08-21',
  },
  {
    id: 'qdrant',
    says: 'Qdrant: stores and finds memories in a vector database',
    entries: [
      {
        command: 'uvx',
        args: ['mcp-server-qdrant'],
        env: {
          QDRANT_URL: '${QDRANT_URL}',
          QDRANT_API_KEY: '${QDRANT_API_KEY}',
          COLLECTION_NAME: '${COLLECTION_NAME}',
          EMBEDDING_MODEL: 'sentence-transformers/all-MiniLM-L6-v2',
        },
      },
    ],
    variables: [
      { name: 'QDRANT_URL', says: 'the address of your Qdrant', isPublic: true },
      { name: 'QDRANT_API_KEY', says: 'the key of your Qdrant' },
      { name: 'COLLECTION_NAME', says: 'the name of the collection', isPublic: true },
    ],
    sources: ['https://github.com/qdrant/mcp-server-qdrant'],
    asOf: '2026-03-30',
  },
  {
    id: 'redis',
    says: 'Redis: reads and writes a database',
    entries: [{ command: 'uvx', args: ['--from', 'redis-mcp-server@latest', 'redis-mcp-server', '--url', '<address>'] }],
    blanks: [{ placeholder: '<address>', says: 'the address of the database, such as redis://localhost:6379/0' }],
    sources: ['https://github.com/redis/mcp-redis'],
    asOf: '2026-08-05',
  },
  {
    id: 'firecrawl',
    says: 'Firecrawl: scrapes, crawls and searches the web',
    entries: [
      { command: 'npx', args: ['-y', 'firecrawl-mcp'], env: { FIRECRAWL_API_KEY: '${FIRECRAWL_API_KEY}' } },
      { url: 'https://mcp.firecrawl.dev/v2/mcp', headers: { Authorization: 'Bearer ${FIRECRAWL_API_KEY}' } },
    ],
    variables: [{ name: 'FIRECRAWL_API_KEY', says: 'from https://www.firecrawl.dev/app/api-keys' }],
    sources: ['https://github.com/firecrawl/firecrawl-mcp-server'],
    asOf: '2026-08-21',
  },
  {
    id: 'github',
    says: 'GitHub: repositories, issues, pull requests, workflows',
    entries: [
      { url: 'https://api.githubcopilot.com/mcp/', headers: { Authorization: 'Bearer ${GITHUB_PAT}' } },
      {
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'ghcr.io/github/github-mcp-server'],
        env: { GITHUB_PERSONAL_ACCESS_TOKEN: '${GITHUB_PAT}' },
      },
    ],
    variables: [{ name: 'GITHUB_PAT', says: 'a personal access token, from https://github.com/settings/personal-access-tokens/new' }],
    sources: [
      'https://github.com/github/github-mcp-server/blob/main/docs/installation-guides/install-claude.md',
      'https://github.com/github/github-mcp-server',
    ],
    asOf: '2026-08-20',
  },
  {
    id: 'linear',
    says: 'Linear: issues, projects and comments',
    entries: [{ url: 'https://mcp.linear.app/mcp' }],
    // Not Linear's own page: the plugin that Anthropic publishes.
    sources: ['https://github.com/anthropics/claude-plugins-official/blob/main/external_plugins/linear/.mcp.json'],
    asOf: '2026-08-21',
  },
  {
    id: 'notion',
    says: 'Notion: pages and databases',
    entries: [{ url: 'https://mcp.notion.com/mcp' }],
    // Not Notion's own page, and read in a copy: https://github.com/ericbuess/claude-code-docs/blob/main/docs/mcp.md
    sources: ['https://code.claude.com/docs/en/mcp'],
    asOf: '2026-08-22',
  },
  {
    id: 'perplexity',
    says: 'Perplexity: web search, answers and research',
    entries: [
      { command: 'npx', args: ['-y', '@perplexity-ai/mcp-server'], env: { PERPLEXITY_API_KEY: '${PERPLEXITY_API_KEY}' } },
      { url: 'https://api.perplexity.ai/mcp', headers: { Authorization: 'Bearer ${PERPLEXITY_API_KEY}' } },
    ],
    variables: [{ name: 'PERPLEXITY_API_KEY', says: 'from https://console.perplexity.ai' }],
    sources: ['https://github.com/perplexityai/modelcontextprotocol'],
    asOf: '2026-07-30',
  },
  {
    id: 'tavily',
    says: 'Tavily: web search, extraction and crawling',
    entries: [
      { command: 'npx', args: ['-y', 'tavily-mcp@latest'], env: { TAVILY_API_KEY: '${TAVILY_API_KEY}' } },
      { url: 'https://mcp.tavily.com/mcp' },
    ],
    variables: [{ name: 'TAVILY_API_KEY', says: 'from https://app.tavily.com/home' }],
    sources: ['https://github.com/tavily-ai/tavily-mcp'],
    asOf: '2026-04-24',
  },
];

/** Well-known servers, each as its vendor says to set it up. */
export const rows: readonly CatalogueRow[] = [...table.trim().split('\n').map(rowOf), ...detailed];

function rowOf(line: string): CatalogueRow {
  const [names = '', says = '', how = '', page = '', asOf = ''] = line.split(' | ');
  const [id = '', ...aliases] = names.split(', ');
  const [first = '', ...others] = how.split(' or ');
  return { id, aliases, says, entries: [entryOf(first), ...others.map(entryOf)], sources: [`https://github.com/${page}`], asOf };
}

function entryOf(text: string): CatalogueEntry {
  const [command = '', ...args] = text.split(' ');
  return command.startsWith('https://') ? { url: command } : { command, args };
}
