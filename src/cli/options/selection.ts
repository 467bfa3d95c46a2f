import { clients as allClients, type Scope } from '../../clients/index.ts';
import type { Selection } from '../../changes/index.ts';
import { SnapError } from '../../system/index.ts';
import { clientFlags, clientOptions, selectedClients } from './clients-option.ts';
import type { Options, Values } from '../command.ts';

/** Where to write: options of every writing command. */
export const targetOptions = {
  ...clientOptions,
  ...clientFlags,
  all: { type: 'boolean', part: 'where', help: 'Every assistant snap knows (for those set up by hand, the steps are printed)' },
  detected: { type: 'boolean', part: 'where', help: 'Every assistant found on this machine' },
  scope: {
    type: 'string',
    part: 'where',
    value: 'project|local|global',
    help: "Which of the assistant's files (default: global, or project where there is no global one)",
  },
  workspace: { type: 'string', part: 'where', value: 'dir', help: 'The project (default: the one you are in)' },
} satisfies Options;

/** How to write: options of every writing command. */
export const writeOptions = {
  'dry-run': { type: 'boolean', part: 'how', help: 'Print the change as a diff, say how "patch" applies it, and write nothing' },
  'patch-file': {
    type: 'string',
    part: 'how',
    value: 'file',
    help: 'With --dry-run: write the diff to this file (0600), secrets included',
  },
  check: { type: 'boolean', part: 'how', help: 'Write nothing; exit with 1 if something would change' },
  yes: { type: 'boolean', part: 'how', short: 'y', help: 'Do not ask' },
  'strict-all': { type: 'boolean', part: 'how', help: 'Write nothing if one file cannot be written' },
} as const satisfies Options;

/** For commands that set an entry. */
export const forceOption = {
  force: { type: 'boolean', part: 'how', help: 'Replace an entry with the same name that starts something else' },
} as const satisfies Options;

/** Which assistants the options name. */
export function selectionOf(values: Values): Selection {
  const named = selectedClients(values);
  if (values.flag('all') && values.flag('detected')) throw new SnapError('usage', '--all and --detected exclude each other.');
  if (named.length > 0 && (values.flag('all') || values.flag('detected'))) {
    throw new SnapError('usage', 'Name the assistants, or use --all or --detected, but not both.');
  }
  return {
    clients: named.length > 0 ? named : allClients,
    named: named.length > 0,
    onlyDetected: named.length === 0 && !values.flag('all'),
    scope: scopeOf(values.text('scope')),
  };
}

export function scopeOf(text: string | undefined): Scope | undefined {
  switch (text) {
    case undefined:
      return undefined;
    case 'project':
    case 'local':
    case 'global':
    case 'managed':
      return text;
    case 'user':
      return 'global';
    default:
      throw new SnapError('usage', `--scope ${text}: no such scope.`, { hint: 'Scopes: project, local, global.' });
  }
}

/** Assistants that the person did not name need a question first. */
export function needsQuestion(selection: Selection, values: Values): boolean {
  return !selection.named && !values.flag('all') && !values.flag('yes');
}
