import { createHash } from 'node:crypto';
import type { SharedWorkbench } from '../shared-workbench.ts';

/** Equal for two workbenches of one workspace that go by the same settings and places. Sent with each piece of work: settings may have changed since the other side read them. */
export function benchPrint({ settings, workspace }: Pick<SharedWorkbench, 'settings' | 'workspace'>): string {
  return createHash('sha256')
    .update(JSON.stringify([settings, workspace]))
    .digest('hex')
    .slice(0, 16);
}
