import type { Row } from '../row.ts';
import { enabled, words } from './shapes.ts';

/** https://github.com/aaif-goose/goose/blob/main/crates/goose/src/agents/extension.rs */
const droppedVariables = words(
  'PATH PATHEXT SystemRoot windir ComSpec APPINIT_DLLS SESSIONNAME LD_LIBRARY_PATH LD_PRELOAD LD_AUDIT LD_DEBUG ' +
    'LD_BIND_NOW LD_ASSUME_KERNEL DYLD_LIBRARY_PATH DYLD_INSERT_LIBRARIES DYLD_FRAMEWORK_PATH PYTHONPATH PYTHONHOME ' +
    'NODE_OPTIONS RUBYOPT GEM_PATH GEM_HOME CLASSPATH GO111MODULE GOROOT TEMP TMP LOCALAPPDATA USERPROFILE HOMEDRIVE ' +
    'HOMEPATH',
);

export default {
  id: 'goose',
  name: 'goose',
  kind: 'terminal',
  format: 'yaml',
  tolerance: 'strict',
  layout: { kind: 'map', at: ['extensions'] },
  entry: {
    typeKey: 'type',
    stdio: { type: 'stdio', command: 'cmd', commandIs: 'string', env: 'envs' },
    http: { type: 'streamable_http', url: 'uri', headers: 'headers' },
    untypedUrl: 'dropped',
    requiresType: true,
    strict: 'entry',
    envNames: 'env_keys',
    // "sse" is not connected any more, and its entries may have no address.
    withoutStart: {
      types: {
        builtin: 'built into goose',
        platform: 'built into goose',
        frontend: "offered by goose's app",
        inline_python: 'Python code in the entry, which goose runs',
        sse: 'kept from an older version: goose does not start the transport sse',
      },
    },
    // Both have no default; the name is taken from the key since 2026: crates/goose/src/config/extensions.rs
    demands: { stdio: ['enabled', 'args'], url: ['enabled'] },
    fields: ['description', 'bundled', 'available_tools', 'display_name', 'socket'],
    always: { enabled: true },
    // Versions before 2026 need it in a remote entry.
    atFirst: { description: '' },
    nameKey: 'name',
    switch: enabled,
    toolLists: { only: 'available_tools', emptyIsAll: true },
    timeout: { key: 'timeout', unit: 's' },
  },
  files: [
    {
      at: {
        darwin: ['<xdgConfig>/goose/config.yaml', '$GOOSE_PATH_ROOT/config/config.yaml'],
        linux: ['<xdgConfig>/goose/config.yaml', '$GOOSE_PATH_ROOT/config/config.yaml'],
        win32: ['<userData>/Block/goose/config/config.yaml', '$GOOSE_PATH_ROOT/config/config.yaml'],
      },
      note: "The same map holds goose's own extensions. Servers of the type sse are read but not connected.",
    },
  ],
  detect: [{ program: 'goose' }, { path: { darwin: '<xdgConfig>/goose', linux: '<xdgConfig>/goose', win32: '<userData>/Block/goose' } }],
  // Of the entry's own envs and env_keys; the latter are looked up in the environment and in the keyring.
  variables: ['$NAME', '${NAME}'],
  variablesOnlyIn: ['url', 'header'],
  variablesFrom: 'entry',
  // serde_yaml
  duplicateKeys: 'rejected',
  dropsVariables: droppedVariables,
  reload: 'Start a new goose session.',
  docs: 'https://github.com/aaif-goose/goose',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/aaif-goose/goose/blob/main/crates/goose/src/agents/extension.rs',
    places: 'https://github.com/block/goose/blob/main/crates/goose/src/config/paths.rs',
    switches: { at: 'https://github.com/aaif-goose/goose/blob/main/crates/goose/src/config/extensions.rs', read: '2026-11-01' },
  },
} as const satisfies Row;
