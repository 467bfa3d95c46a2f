import type { Gate, Trust } from '../../client.ts';
import type { EntryForm } from '../../entry-form.ts';
import { commandArgsEnvCwd, urlHeaders } from '../shapes.ts';

/** Gemini CLI, and Tabnine Agent and Qwen Code, which are made from it. */
export const gemini: EntryForm = {
  typeKey: 'type',
  stdio: commandArgsEnvCwd,
  http: { type: 'http', ...urlHeaders },
  sse: { type: 'sse', ...urlHeaders },
  reads: { url: ['httpUrl'] },
  untypedUrl: 'either',
  fields: [
    'timeout',
    'trust',
    'includeTools',
    'excludeTools',
    'oauth',
    'authProviderType',
    'targetAudience',
    'targetServiceAccount',
    'description',
    'extension',
  ],
  // A setting of the person's for a server that an extension brings: packages/core/src/tools/mcp-client-manager.ts (mergeMcpConfigs)
  withoutStart: { fields: ['extension'], only: ['includeTools', 'excludeTools', 'trust', 'timeout', 'description', 'env', 'oauth'] },
  toolLists: { only: 'includeTools', without: 'excludeTools' },
  timeout: { key: 'timeout', unit: 'ms' },
  startTimeout: { key: 'timeout', unit: 'ms' },
};

export const listsInSettings: Gate = {
  at: ['mcp'],
  off: 'excluded',
  only: 'allowed',
  says: 'Change "mcp.excluded" or "mcp.allowed" in the settings.',
};

/** All of the trust but the file. https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/trusted-folders.md */
export const trustedFolders = {
  kind: 'folders',
  refused: ['DO_NOT_TRUST'],
  parent: ['TRUST_PARENT'],
  stops: 'all',
  says: 'Change it with "/permissions", if you do trust the folder.',
} as const satisfies Omit<Extract<Trust, { kind: 'folders' }>, 'in'>;
