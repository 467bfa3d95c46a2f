import { isRecord, jsonIn, SnapError, type System } from '../../system/index.ts';
import { selectedClients } from '../options/clients-option.ts';
import { Values } from '../command.ts';
import { scopeOf, selectionOf } from '../options/selection.ts';
import { plain } from '../terminal/style.ts';
import type { Answers, Given } from './answers.ts';

/**
 * The answers from options and from `--answers <file>`; an option overrides the file.
 * @throws SnapError `usage` for a file that does not exist, is not a JSON object, or holds anything but answers.
 */
export async function givenAnswers(values: Values, system: System): Promise<Given> {
  const file = values.text('answers');
  return { ...(file === undefined ? {} : await fileAnswers(file, system)), ...flagAnswers(values) };
}

function flagAnswers(values: Values): Given {
  const selection = selectionOf(values);
  const clients = selection.named
    ? selection.clients.map(({ id }) => id)
    : values.flag('all')
      ? 'all'
      : values.flag('detected')
        ? 'detected'
        : undefined;
  return withoutGaps({
    clients,
    scope: selection.scope,
    transport: values.text('transport'),
    surface: values.text('surface'),
    workspace: values.text('workspace'),
    projectFile: values.flag('project-file') || undefined,
    name: values.text('name'),
    force: values.flag('force') || undefined,
    yes: values.flag('yes') || undefined,
  });
}

async function fileAnswers(file: string, system: System): Promise<Given> {
  const bytes = await system.readBytes(system.resolve(file));
  if (bytes === undefined) throw new SnapError('usage', `--answers ${plain(file)}: no such file.`);
  return readAnswers(new TextDecoder().decode(bytes), file);
}

/** Pure. Every key is one of {@link Given}; unknown keys are refused, because a misspelt key must not become a default. */
export function readAnswers(text: string, file: string): Given {
  const wrong = (message: string): SnapError =>
    new SnapError('usage', `${plain(file)}: ${message}`, {
      hint: `Answers: ${Object.keys(readers).join(', ')}. "snap setup --json" prints an example.`,
    });
  const document = jsonIn(text);
  if (document === undefined) throw wrong('this is not JSON.');
  if (!isRecord(document)) throw wrong('the answers must be one JSON object.');
  const unknown = Object.keys(document).find((key) => !Object.hasOwn(readers, key));
  if (unknown !== undefined) throw wrong(`"${plain(unknown)}" is not an answer that snap knows.`);
  return withoutGaps(
    Object.fromEntries(
      Object.entries(readers).map(([key, { read, says }]) => {
        const value = document[key] === undefined ? undefined : read(document[key]);
        if (document[key] !== undefined && value === undefined) throw wrong(`"${key}" must be ${says}.`);
        return [key, value];
      }),
    ),
  );
}

type Answerable = Required<Omit<Given, 'skipped'>>;
type Readers = {
  readonly [K in keyof Answerable]: { readonly says: string; readonly read: (value: unknown) => Answerable[K] | undefined };
};

const text = { says: 'a text', read: (value: unknown) => (typeof value === 'string' ? value : undefined) };
const yesOrNo = { says: 'true or false', read: (value: unknown) => (typeof value === 'boolean' ? value : undefined) };

const readers: Readers = {
  clients: { says: '"detected", "all", or a list of ids from "snap scan --all"', read: readClients },
  scope: { says: 'project, local or global', read: (value) => (typeof value === 'string' ? scopeOf(value) : undefined) },
  transport: text,
  surface: text,
  workspace: text,
  projectFile: yesOrNo,
  name: text,
  force: yesOrNo,
  yes: yesOrNo,
};

/** Ids as `--client` takes them, in the registry's order. */
function readClients(value: unknown): Answers['clients'] | undefined {
  if (value === 'detected' || value === 'all') return value;
  if (!Array.isArray(value) || value.length === 0 || !value.every((id) => typeof id === 'string')) return undefined;
  return selectedClients(new Values({ client: value })).map(({ id }) => id);
}

type WithGaps<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Without the keys that have no value. */
function withoutGaps(given: WithGaps<Answerable>): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
