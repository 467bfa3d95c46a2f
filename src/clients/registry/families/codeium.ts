import type { EntryForm } from '../../entry-form.ts';
import { plain } from '../shapes.ts';

/** Windsurf and Devin Local: as `plain`, with the url under the name that Codeium gave it. */
export const serverUrl: EntryForm = {
  ...plain,
  http: { url: 'serverUrl', headers: 'headers' },
  sse: { url: 'serverUrl', headers: 'headers' },
  reads: { ...plain.reads, url: ['url'] },
};
