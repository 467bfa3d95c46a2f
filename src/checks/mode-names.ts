import { listed, type Sentence } from '../system/index.ts';

/**
 * The modes of tool check, in the order of the specification: whether each works in this version, and what it is about, in a few words for
 * lists. A mode that begins to work gets `true` here and its file in modes.ts; test/checks/modes.test.ts says what else is missing.
 */
const modes = {
  quick: [true, 'types, lint'],
  full: [true, 'everything'],
  patterns: [true, 'patterns of style'],
  build: [true, 'the build'],
  impact: [true, 'impact of a change'],
  circular: [true, 'circular imports'],
  docs: [true, 'stale docs'],
  learnings: [true, 'stored learnings'],
  architecture: [true, 'rules of the architecture'],
  trace: [true, 'not implemented'],
  security: [true, 'security of code and packages'],
  coverage: [true, 'test coverage'],
  orphans: [true, 'unused files'],
  health: [true, 'MCP configs'],
} as const satisfies Readonly<Record<string, readonly [works: boolean, says: string]>>;

export type CheckMode = keyof typeof modes;
/** Those that work in this version. */
export type WorkingMode = { [Name in CheckMode]: (typeof modes)[Name][0] extends true ? Name : never }[CheckMode];

/** Every mode, in the order of the specification. */
export const checkModes: readonly CheckMode[] = namesOf(modes);

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  const isName = (name: string): name is Name => Object.hasOwn(table, name);
  return Object.keys(table).filter(isName);
}

/** What a mode is about, in a few words. */
export function aboutMode(mode: CheckMode): string {
  return modes[mode][1];
}

/** Whether it works in this version. */
export function isWorking(mode: CheckMode): mode is WorkingMode {
  return modes[mode][0];
}

/** Those to ask for: mode trace works as far as it says that it is not implemented. */
export const usefulModes: readonly WorkingMode[] = checkModes.filter(isWorking).filter((mode) => mode !== 'trace');

/** In words: `health`, or several: `quick, full or health`. */
export const usefulModesText = listed(usefulModes, 'or');

/** What to ask for instead of a mode that does not work. */
export const whatWorks: Sentence = [
  { model: `What works today: check with mode ${usefulModesText}.`, person: `What works today: "snap check ${usefulModes.join('|')}".` },
];
