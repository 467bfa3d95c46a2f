// Planning, showing and undoing changes of config files, for the command line and for an editor.
export { brokenFiles, isSetUp, stateOf } from './client-state.ts';
export { entryChooser, type EntryWishes } from './choose-entry.ts';
export { judgedPlan } from './judged-plan.ts';
export { planFor } from './plan-for.ts';
export { maskedText, shownSides, type ShownSide, type ShownSides } from './shown-sides.ts';
export { undoOptions } from './undo-options.ts';
