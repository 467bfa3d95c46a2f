import type { AnyPlaceText } from '../../row.ts';
import type { EntryForm } from '../../entry-form.ts';
import { commandArgsEnv, disabled, plain, urlHeaders } from '../shapes.ts';

/** Cascade, the agent of Windsurf: as `plain`, with the url under the name that Codeium gave it. */
export const serverUrl: EntryForm = {
  ...plain,
  http: { url: 'serverUrl', headers: 'headers' },
  sse: { url: 'serverUrl', headers: 'headers' },
  reads: { ...plain.reads, url: ['url'] },
};

/**
 * Devin CLI and Devin Local, the agent of Devin Desktop. An address without a word is called with Streamable HTTP, and with SSE where that
 * is answered with a 4xx. https://docs.devin.ai/cli/extensibility/mcp/configuration
 */
export const devin: EntryForm = {
  typeKey: 'transport',
  stdio: commandArgsEnv,
  http: { type: 'http', ...urlHeaders },
  sse: { type: 'sse', ...urlHeaders },
  reads: { url: ['serverUrl'] },
  untypedUrl: 'either',
  fields: ['disabledTools', 'oauthClientId', 'oauthClientSecret', 'oauthResource'],
  // "devin mcp disable" writes it.
  switch: disabled,
};

/** The person's file of both of them, and of Cascade in its last versions: https://docs.devin.ai/desktop/cascade/mcp */
export const devinUserFile = {
  darwin: '<xdgConfig>/devin/mcp_config.json',
  linux: '<xdgConfig>/devin/mcp_config.json',
  win32: '<userData>/devin/mcp_config.json',
} as const satisfies AnyPlaceText;
