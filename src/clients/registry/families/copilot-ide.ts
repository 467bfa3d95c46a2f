import type { EntryForm } from '../../entry-form.ts';
import { commandArgsEnv } from '../shapes.ts';

const remote = { url: 'url', headers: 'headers', headersIn: 'requestInit' } as const;

/**
 * GitHub Copilot in JetBrains IDEs, Xcode and Eclipse: no word for the transport is needed, and headers are one level deeper than elsewhere.
 * https://github.com/github/github-mcp-server/blob/main/docs/installation-guides/install-other-copilot-ides.md
 */
export const copilotIde: EntryForm = {
  typeKey: 'type',
  stdio: commandArgsEnv,
  http: remote,
  sse: remote,
  reads: { stdio: ['stdio'], http: ['http'], sse: ['sse'] },
  untypedUrl: 'either',
  unsure: ['sse'],
  fields: ['requestInit'],
};

/** The guide of the vendor for these IDEs. */
export const copilotIdeGuide =
  'https://github.com/github/github-mcp-server/blob/main/docs/installation-guides/install-other-copilot-ides.md' as const;
