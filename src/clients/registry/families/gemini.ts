import type { Gate, Trust } from '../../gate.ts';
import type { EntryForm } from '../../entry-form.ts';
import { commandArgsEnvCwd, urlHeaders, words } from '../shapes.ts';

/** Gemini CLI, and Tabnine Agent and Qwen Code, which are made from it. */
export const gemini: EntryForm = {
  typeKey: 'type',
  stdio: commandArgsEnvCwd,
  http: { type: 'http', ...urlHeaders },
  sse: { type: 'sse', ...urlHeaders },
  reads: { url: ['httpUrl'] },
  untypedUrl: 'either',
  fields: words(
    'timeout trust includeTools excludeTools oauth authProviderType targetAudience targetServiceAccount description extension tcp',
  ),
  // A setting of the person's for a server that an extension brings: packages/core/src/tools/mcp-client-manager.ts (mergeMcpConfigs)
  withoutStart: { fields: ['extension'], only: ['includeTools', 'excludeTools', 'trust', 'timeout', 'description', 'env', 'oauth'] },
  toolLists: { only: 'includeTools', without: 'excludeTools' },
  timeout: { key: 'timeout', unit: 'ms' },
  startTimeout: { key: 'timeout', unit: 'ms' },
};

/** `mcp.allowed` and `mcp.excluded` of any settings file. */
export const listsInSettings = { at: ['mcp'], off: 'excluded', only: 'allowed' } as const satisfies Omit<Gate, 'says'>;

/** The words of the trust file, which Qwen Code has from Gemini CLI. */
export const trustWords = {
  as: 'words',
  at: [],
  trusted: ['TRUST_FOLDER'],
  parent: ['TRUST_PARENT'],
  refused: ['DO_NOT_TRUST'],
  reach: 'below',
} as const satisfies Partial<Trust>;
