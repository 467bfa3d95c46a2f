import { createHash } from 'node:crypto';
import type { SharedWorkbench } from '../shared-workbench.ts';

/** Equal for two workbenches of one workspace that go by the same settings and places. Sent with each piece of work: settings may have changed since the other side read them. */
export function benchPrint(bench: Pick<SharedWorkbench, 'settings' | 'workspace'>): string {
  const known = prints.get(bench);
  if (known !== undefined) return known;
  const print = printOf(bench);
  prints.set(bench, print);
  return print;
}

/** A workbench keeps its settings for its life, and each call asks. */
const prints = new WeakMap<object, string>();

function printOf({ settings, workspace }: Parameters<typeof benchPrint>[0]): string {
  return createHash('sha256')
    .update(JSON.stringify([settings, workspace]))
    .digest('hex')
    .slice(0, 16);
}
