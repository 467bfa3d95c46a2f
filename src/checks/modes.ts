import type { Mode } from './mode.ts';
import { isWorking, type CheckMode, type WorkingMode } from './mode-names.ts';

/** The file of each mode that works in this version. Each is loaded when it is asked for: a mode brings its engines. */
const files: Readonly<Record<WorkingMode, () => Promise<{ readonly default: Mode }>>> = {
  quick: () => import('./modes/quick.ts'),
  full: () => import('./modes/full.ts'),
  patterns: () => import('./modes/patterns.ts'),
  build: () => import('./modes/build.ts'),
  impact: () => import('./modes/impact.ts'),
  circular: () => import('./modes/circular.ts'),
  docs: () => import('./modes/docs.ts'),
  learnings: () => import('./modes/learnings.ts'),
  architecture: () => import('./modes/architecture.ts'),
  trace: () => import('./modes/trace.ts'),
  security: () => import('./modes/security.ts'),
  coverage: () => import('./modes/coverage.ts'),
  orphans: () => import('./modes/orphans.ts'),
  health: () => import('./modes/health.ts'),
};

/** `undefined`: not in this version. */
export async function loadMode(id: CheckMode): Promise<Mode | undefined> {
  return isWorking(id) ? (await files[id]()).default : undefined;
}
