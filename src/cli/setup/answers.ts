import { clients as allClients, type Scope } from '../../clients/index.ts';
import { Values } from '../command.ts';
import type { Selection } from '../../changes/index.ts';

/** The answers to all questions of the wizard. They come from options, from a file and from a person. */
export interface Answers {
  /** `detected`: those found on the machine. `all`: every one in the registry. Else ids, in the registry's order. */
  readonly clients: 'detected' | 'all' | readonly string[];
  /** Absent: global where the client has it, else project. */
  readonly scope?: Scope;
  readonly transport: string;
  readonly surface: string;
  /** Absent: the project snap runs in, if it does. */
  readonly workspace?: string;
  /** Write the file of the project where an entry for all projects would have to name one project. */
  readonly projectFile: boolean;
  /** The name of the entry. */
  readonly name: string;
  /** Replace an entry of that name that starts something else. */
  readonly force: boolean;
}

/** What options or a file answer already. `yes`: also the last question, whether to write. `skipped`: names that an answer left out. */
export type Given = Partial<Answers> & { readonly yes?: boolean; readonly skipped?: readonly string[] };

const defaults: Answers = { clients: 'detected', transport: 'stdio', surface: 'default', projectFile: false, name: 'snap', force: false };

/** What is not answered gets the answer that `--yes` gives. */
export function complete(given: Given): Answers {
  const { skipped: _, yes: __, ...answers } = { ...defaults, ...given };
  return answers;
}

/** The clients and the scope, as for the other commands that write. */
export function selectionFor({ clients, scope }: Answers): Selection {
  const named = typeof clients !== 'string';
  return {
    clients: named ? allClients.filter(({ id }) => clients.includes(id)) : allClients,
    named,
    onlyDetected: clients === 'detected',
    scope,
  };
}

/** The answers about snap's own entry, as options of `tools configure`. */
export function entryValues({ transport, surface, workspace }: Given): Values {
  return new Values({ transport, surface, workspace });
}
