import { Disposable } from 'vscode';
import type { Desk } from '../desk.ts';
import { benchesOf } from './desk-bench.ts';
import { registerLearnings } from './learnings/register.ts';
import { registerSnapshots } from './snapshots/register.ts';

/** The views that work on the open folder. */
export function registerViews(desk: Desk): Disposable {
  const benches = benchesOf(desk);
  return Disposable.from(benches, registerSnapshots(desk, benches), registerLearnings(desk, benches));
}
