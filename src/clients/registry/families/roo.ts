import type { EntryForm } from '../../entry-form.ts';
import { disabled, typed, urlHeaders } from '../shapes.ts';

/** Roo Code, and Kilo Code from before it moved to opencode. */
export const roo: EntryForm = {
  ...typed,
  http: { type: 'streamable-http', ...urlHeaders },
  untypedUrl: 'sse',
  switch: disabled,
  toolLists: { without: 'disabledTools' },
  timeout: { key: 'timeout', unit: 's' },
  strict: 'entry',
  commandAndUrl: 'rejected',
  fields: ['timeout', 'alwaysAllow', 'disabledTools', 'watchPaths'],
};
