import type { Client } from '../client.ts';
import { commandArgsEnv, enabled, urlHeaders } from './shapes.ts';

export default {
  id: 'zed',
  name: 'Zed',
  kind: 'editor',
  setup: 'automatic',
  format: 'json',
  tolerance: 'comments-and-commas',
  byteOrderMark: 'unknown',
  layout: { kind: 'map', at: ['context_servers'] },
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnv,
    http: urlHeaders,
    untypedUrl: 'http',
    unsure: ['sse'],
    commandMap: 'migrated',
    fields: ['timeout', 'remote', 'oauth', 'settings', 'source'],
    withoutStart: { fields: ['settings'], only: ['enabled', 'source', 'remote'], is: 'brought by an extension of Zed' },
    switch: enabled,
    timeout: { key: 'timeout', unit: 's' },
    startTimeout: { key: 'timeout', unit: 's' },
  },
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.zed/settings.json' }, write: 'create', startsIn: 'workspace' },
    {
      scope: 'global',
      at: {
        darwin: { from: 'home', path: '.config/zed/settings.json' },
        linux: {
          from: 'userData',
          path: 'zed/settings.json',
          override: [{ env: 'FLATPAK_XDG_CONFIG_HOME', path: 'zed/settings.json' }],
        },
        win32: { from: 'userData', path: 'Zed/settings.json' },
      },
      write: 'create',
      startsIn: 'workspace',
    },
  ],
  detect: [
    { kind: 'program', name: 'zed' },
    { kind: 'program', name: 'zeditor' },
    { kind: 'program', name: 'zedit' },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'Zed.app' } } },
    {
      kind: 'path',
      at: {
        darwin: { from: 'home', path: '.config/zed' },
        linux: {
          from: 'userData',
          path: 'zed',
          override: [{ env: 'FLATPAK_XDG_CONFIG_HOME', path: 'zed' }],
        },
        win32: { from: 'userData', path: 'Zed' },
      },
    },
  ],
  strays: [{ darwin: { from: 'userData', path: 'Zed/settings.json' } }],
  variables: [],
  path: 'shell',
  reload: 'Nothing to do: Zed restarts a changed server when the file is saved (a project asks for trust first).',
  afterRemoval: 'Nothing to do: Zed reads the file again when it is saved.',
  limits: { start: { seconds: 60 } },
  signIn: 'Sign in with the button beside the server in the agent settings of Zed.',
  docs: 'https://zed.dev/docs/ai/mcp',
  sources: {
    row: { at: 'https://github.com/zed-industries/zed/blob/main/crates/settings_content/src/project.rs', read: '2026-11-22' },
    places: { at: 'https://zed.dev/docs/ai/mcp', read: '2026-11-01' },
    tolerance: { at: 'https://zed.dev/docs/configuring-zed', read: '2026-11-01' },
    variables: { at: 'https://zed.dev/docs/ai/mcp', read: '2026-11-01' },
    start: { at: 'https://github.com/zed-industries/zed/blob/main/crates/project/src/context_server_store.rs', read: '2026-11-22' },
    // The limit of every request, "initialize" among them.
    limits: { at: 'https://github.com/zed-industries/zed/blob/main/crates/context_server/src/client.rs', read: '2026-11-22' },
    signIn: { at: 'https://github.com/zed-industries/zed/blob/main/crates/project/src/context_server_store.rs', read: '2026-11-22' },
  },
  unverified: ['Whether servers with SSE only work.', 'That servers get the environment of the login shell on macOS.'],
} as const satisfies Client;
