import type { CommandEntry } from './command.ts';

/** The part of the list of commands that needs a backend. */
export const accountCommands: readonly CommandEntry[] = [
  {
    name: 'login',
    group: 'account',
    summary: 'Sign in to the backend that you have configured',
    load: async () => (await import('./commands/login.ts')).default,
  },
  {
    name: 'logout',
    group: 'account',
    summary: 'Sign out',
    load: async () => (await import('./commands/logout.ts')).default,
  },
  {
    name: 'api whoami',
    group: 'account',
    summary: 'Show who you are for that backend',
    load: async () => (await import('./commands/api/whoami.ts')).default,
  },
];
