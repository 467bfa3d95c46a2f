import type { CommandEntry } from './command.ts';

const intelligence = () => import('./commands/intelligence/index.ts');

/** The part of the list of commands that is about asking other MCP servers. */
export const intelligenceCommands: readonly CommandEntry[] = [
  {
    name: 'intelligence connect',
    group: 'sources',
    summary: 'Let snap ask GitHub, GitLab, Sentry or Context7',
    load: async () => (await intelligence()).intelligenceConnect,
  },
  {
    name: 'intelligence list',
    group: 'sources',
    summary: 'List the servers snap asks, and whether they answer',
    load: async () => (await intelligence()).intelligenceList,
  },
  {
    name: 'intelligence disconnect',
    group: 'sources',
    summary: 'Stop snap from asking a server',
    load: async () => (await intelligence()).intelligenceDisconnect,
  },
];
