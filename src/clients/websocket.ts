import type { EntryForm } from './entry-form.ts';

/** Whether this client calls the address over WebSocket: the entry has its word for that, or none where it needs none. */
export function isSocketOf(form: EntryForm, url: string, word: string | undefined): boolean {
  if (form.websocket === undefined) return false;
  return word === undefined ? form.untypedUrl !== 'dropped' && isSocketAddress(url) : word === form.websocket;
}

/** Whether an address is one of WebSocket. */
export function isSocketAddress(url: string): boolean {
  return /^\s*wss?:\/\//i.test(url);
}
