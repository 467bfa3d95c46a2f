import type { Settings } from './settings.ts';

/** The settings where nothing is set. */
export const defaults: Settings = {
  exclude: ['node_modules/', '.git/', '*.log'],
  learnings: { shown: 3, maxAgeDays: 90, minUses: 1 },
  snapshots: {},
  checks: { exclude: [], run: 'ask' },
  daemon: { autoStart: true },
  architecture: { layers: [] },
  sources: {},
  goals: {},
  backend: {},
  shim: { initializeSeconds: 60 },
};

/** The first of these that exists is read. Data formats only: a project may come from anyone, and nothing in it is executed as settings. */
export const fileNames = ['settings.json', 'settings.jsonc', 'settings.yaml'] as const;
