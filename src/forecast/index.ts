export type {
  CheckCommand,
  FilesNeeded,
  FilesQuestion,
  Forecast,
  LineCounts,
  Needed,
  Reason,
  ReasonKind,
  RiskAfter,
  RiskBefore,
  RiskFactor,
  RiskFactors,
  RiskLevel,
  SaidFiles,
  TestsNeeded,
  TestsQuestion,
} from './forecast.ts';
export { openForecast } from './open-forecast.ts';
export { exactTestCommands } from './tests/commands/test-command.ts';
export { projectReader } from './tests/commands/project-reader.ts';
