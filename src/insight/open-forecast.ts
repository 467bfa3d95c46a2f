import type { History } from '../history/index.ts';
import type { System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { filesNeeded } from './files/files-needed.ts';
import type { Forecast } from './forecast.ts';
import type { Ground } from './ground.ts';
import { presentFilesOf } from './present-files.ts';
import { openRisk } from './risk/open-risk.ts';
import { uncommittedLines } from './risk/uncommitted-lines.ts';
import { forgottenFiles, testsNeeded } from './tests/tests-needed.ts';

export interface ForecastOptions {
  readonly history: History;
  /** Patterns of the settings: what they leave out is never named. */
  readonly exclude: readonly string[];
}

/** Opening reads nothing. */
export function openForecast(system: System, workspace: Workspace, { exclude, history }: ForecastOptions): Forecast {
  const ground: Ground = { system, workspace, history, present: presentFilesOf(system, workspace, exclude) };
  return {
    files: (question, signal) => filesNeeded(ground, question, signal),
    tests: (question, signal) => testsNeeded(ground, question, signal),
    forgotten: (changed, signal) => forgottenFiles(ground, changed, signal),
    risk: openRisk(history),
    uncommitted: (signal) => uncommittedLines(system, workspace, history, signal),
  };
}
