import type { Client, ConfigPlace } from './client.ts';
import type { TextKind } from './server.ts';

/**
 * How a value is filled in from outside, named by its own spelling. `${word}` means the editor's words (`${workspaceFolder}`,
 * `${userHome}`, `${config:name}`), `${{ name }}` for Continue's `${{ secrets.NAME }}` and `${{ inputs.NAME }}`.
 */
export type Dialect =
  | '${NAME}'
  | '${NAME:-default}'
  | '${env:NAME}'
  | '{env:NAME}'
  | '$NAME'
  | '$env:NAME'
  | '%NAME%'
  | '${input:id}'
  | '${word}'
  | '${file:/path}'
  | '{file:path}'
  | '$(command)'
  | '${cmd: command}'
  | '$: command'
  | '${{ name }}';

/** One reference in a text; `text.slice(start, end)` is its spelling. */
export interface Variable {
  readonly spelling: string;
  readonly dialect: Dialect;
  /** The name of the environment variable, input, word or file; the text of a command. */
  readonly name: string;
  readonly fallback?: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** What VS Code and its forks fill in themselves: https://code.visualstudio.com/docs/reference/variables-reference */
const words =
  /^(workspaceFolder|workspaceFolderBasename|workspaceRoot|userHome|cwd|execPath|pathSeparator|file[A-Z]\w*|relativeFile\w*|selectedText|lineNumber|columnNumber|defaultBuildTask)(:.*)?$|^(config|command|extensionInstallFolder):.+$|^\/$/;

/**
 * By the letter they begin with, in this order: the first that fits takes the place. Each holds one group, the name. Many small
 * patterns instead of a large one: most texts need none of them, and compiling all costs a command 3 ms.
 */
const spellings: Readonly<Record<string, readonly (readonly [dialect: Dialect, pattern: RegExp])[]>> = {
  $: [
    ['${{ name }}', /\$\{\{([^{}]*)\}\}/y],
    ['${cmd: command}', /\$\{cmd:\s*([^{}]*)\}/y],
    ['${env:NAME}', /\$\{env:([^{}:]+)\}/y],
    ['${input:id}', /\$\{input:([^{}]+)\}/y],
    ['${file:/path}', /\$\{file:([^{}]+)\}/y],
    ['${NAME:-default}', /\$\{([A-Za-z_]\w*):-([^{}]*)\}/y],
    ['${word}', /\$\{([^{}$]+)\}/y],
    ['$(command)', /\$\(([^()]*)\)/y],
    ['$: command', /(?<=^)\$:\s*(.+)$/y],
    ['$env:NAME', /\$env:([A-Za-z_]\w*)/y],
    ['$NAME', /\$([A-Za-z_]\w*)/y],
  ],
  '{': [
    ['{env:NAME}', /\{env:([^{}:]+)\}/y],
    ['{file:path}', /\{file:([^{}]+)\}/y],
  ],
  // Two hexadecimal digits between percent signs are an escaped byte of an address: `%C3%A9`.
  '%': [['%NAME%', /%(?![0-9A-Fa-f]{2}%)([A-Za-z_][\w()]*)%/y]],
};

/**
 * Every reference in a text, in any client's spelling, in the order of the text. That it is spelled like one does not mean that
 * a client replaces it: see {@link understands}. `${…}` that is neither a name nor a known word is not one.
 */
export function variablesIn(text: string): readonly Variable[] {
  const variables: Variable[] = [];
  for (let start = 0; start < text.length;) {
    const variable = variableAt(text, start);
    if (variable?.isOne === true) variables.push(variable.variable);
    start = variable?.end ?? start + 1;
  }
  return variables;
}

/** What is spelled like a reference at this place; `isOne` is false where its name is none. */
function variableAt(
  text: string,
  start: number,
):
  | { readonly end: number; readonly isOne: true; readonly variable: Variable }
  | { readonly end: number; readonly isOne: false }
  | undefined {
  const letter = text[start] ?? '';
  if (letter !== '$' && letter !== '{' && letter !== '%') return undefined;
  for (const [spelled, pattern] of spellings[letter] ?? []) {
    pattern.lastIndex = start;
    const [spelling, inner = '', fallback] = pattern.exec(text) ?? [];
    if (spelling === undefined) continue;
    const end = start + spelling.length;
    const name = spelled === '${{ name }}' ? inner.trim() : inner;
    const dialect = spelled === '${word}' && !words.test(name) ? '${NAME}' : spelled;
    if (dialect === '${NAME}' && !/^[A-Za-z_]\w*$/.test(name)) return { end, isOne: false };
    return { end, isOne: true, variable: { spelling, dialect, name, fallback, start, end } };
  }
  return undefined;
}

/**
 * Whether a client fills this reference in. With a place, words about the workspace count only where that file has them.
 * What the row calls unverified is taken as the row has it.
 * @param kind of the text it is in, where that is known: some clients look into some of the texts only.
 */
export function understands(client: Replacing, variable: Variable, place?: ConfigPlace, kind?: TextKind): boolean {
  const { dialect, name, spelling } = variable;
  const inCommand = kind === 'command' ? client.commandVariables : undefined;
  if (inCommand === undefined && kind !== undefined && client.variablesOnlyIn?.includes(kind) === false) return false;
  const replaced = inCommand ?? replacedIn(client, place);
  if (dialect === '${{ name }}') {
    const [, group] = /^(\w+)\./.exec(name) ?? [];
    return replaced.some((known) => known.startsWith(`\${{ ${group ?? ''}.`));
  }
  if (dialect !== '${word}') return replaced.includes(dialect);
  if (isAboutWorkspace(variable) && place !== undefined && place.workspaceVariable === undefined) return false;
  return replaced.includes(spelling) || replaced.includes(`\${${name.replace(/:.*$/, ':name')}}`);
}

/** What a client replaces in a file, as it spells it; without a file, what its row says. */
export function replacedIn(client: Pick<Client, 'variables'>, place?: ConfigPlace): readonly string[] {
  return place?.variables ?? client.variables;
}

/** What a row says about variables. */
export type Replacing = Pick<Client, 'variables' | 'variablesOnlyIn' | 'variablesFrom' | 'commandVariables'>;

/** `${workspaceFolder}` and its kin, which mean something only where a project is open. */
export function isAboutWorkspace({ dialect, name }: Variable): boolean {
  return dialect === '${word}' && name.startsWith('workspace');
}

/** A client, and its file that a text is in. */
export interface ClientFile {
  readonly client: Pick<Client, 'id'> & Replacing;
  readonly place?: ConfigPlace;
}

/**
 * For texts that belong to no client: what a person types, and what an entry says by naming a variable. The first spelling is the one
 * that is written.
 */
export const neutral: { readonly client: Pick<Client, 'id' | 'variables'> } = {
  client: { id: '', variables: ['${NAME}', '${NAME:-default}', '${env:NAME}', '{env:NAME}'] },
};

/** An environment variable as this client spells it; `undefined` when its texts cannot have one. */
export function spellVariableFor(name: string, to: ClientFile): string | undefined {
  const translated = translate(`\${${name}}`, neutral, to);
  return translated.kind === 'text' ? translated.text : undefined;
}

/**
 * A text with one environment variable of the client's in it, and no other, in the neutral spelling; `undefined` for every other text.
 */
export function neutralText(text: string, from: ClientFile, kind?: TextKind): string | undefined {
  const filled = variablesIn(text).filter((variable) => understands(from.client, variable, from.place, kind));
  const [variable] = filled;
  const isOne = variable !== undefined && filled.length === 1 && meaningOf(variable) === 'environment' && variable.fallback === undefined;
  return isOne ? `${text.slice(0, variable.start)}\${${variable.name}}${text.slice(variable.end)}` : undefined;
}

/** The environment variables in a text that this client fills in. */
export function environmentNames(text: string, from: ClientFile, kind?: TextKind): readonly string[] {
  return variablesIn(text).flatMap((variable) =>
    meaningOf(variable) === 'environment' && understands(from.client, variable, from.place, kind) ? [variable.name] : [],
  );
}

/** About a text that is translated. */
export interface TranslateOptions {
  readonly kind?: TextKind | undefined;
  /** The new entry will list the variables of the text, for a client that takes values from the entry alone. */
  readonly isListed?: boolean;
}

export type Translated =
  | { readonly kind: 'text'; readonly text: string }
  /** `lost`: the other client has no spelling for it. `literal`: only the other client would fill it in. */
  | { readonly kind: 'refused'; readonly variable: Variable; readonly why: 'lost' | 'literal' };

/** Says the same in the other client's spelling, or which reference cannot be said there. */
export function translate(text: string, from: ClientFile, to: ClientFile, options: TranslateOptions = {}): Translated {
  let result = '';
  let done = 0;
  const variables = variablesIn(text);
  for (const variable of variables) {
    const spelled = respell(variable, text, { ...options, from, to });
    if (spelled.kind === 'refused') return spelled;
    result += text.slice(done, variable.start) + spelled.text;
    done = variable.end;
  }
  result += text.slice(done);
  const [variable] = variables;
  // The text next to a new spelling can become part of it: `$` before `{env:NAME}`.
  if (variable !== undefined && meaningFor(result, to, options.kind) !== meaningFor(text, from, options.kind))
    return { kind: 'refused', variable, why: 'lost' };
  return { kind: 'text', text: result };
}

function respell(
  variable: Variable,
  text: string,
  { from, isListed, kind, to }: TranslateOptions & { readonly from: ClientFile; readonly to: ClientFile },
): Translated {
  const isTaken = understands(to.client, variable, to.place, kind);
  const lost: Translated = { kind: 'refused', variable, why: 'lost' };
  if (!understands(from.client, variable, from.place, kind)) {
    if (isTaken) return { kind: 'refused', variable, why: 'literal' };
    // The workspace folder in a file outside any workspace: the meaning is clear, but this client cannot express it.
    return understands(from.client, variable) ? lost : { kind: 'text', text: variable.spelling };
  }
  const meaning = meaningOf(variable);
  switch (meaning) {
    case 'environment': {
      // A name alone would stand for a value that the new entry does not have.
      if (to.client.variablesFrom === 'entry' && to.client !== from.client && isListed !== true) return lost;
      if (isTaken) return { kind: 'text', text: variable.spelling };
      if (kind !== undefined && to.client.variablesOnlyIn?.includes(kind) === false) return lost;
      const spelled = spellEnvironment(variable, text, replacedIn(to.client, to.place));
      return spelled === undefined ? lost : { kind: 'text', text: spelled };
    }
    case 'file': {
      const dialect = fileDialects.find((known) => replacedIn(to.client, to.place).includes(known));
      // What a relative path starts from differs from client to client.
      if (dialect === undefined || (!isTaken && !/^(\/|[A-Za-z]:[\\/])/.test(variable.name))) return lost;
      return { kind: 'text', text: isTaken ? variable.spelling : dialect.replace(/\/?path/, () => variable.name) };
    }
    case 'editor':
      return isTaken ? { kind: 'text', text: variable.spelling } : lost;
    case 'own':
      // A question, a secret, a command: what answers it is elsewhere in the setup of that client.
      return isTaken && from.client.id === to.client.id ? { kind: 'text', text: variable.spelling } : lost;
    default:
      return meaning satisfies never;
  }
}

const fileDialects = ['${file:/path}', '{file:path}'] as const;

/** The one that cannot be misread first, the one that depends on the letter after it last. */
const environmentDialects = ['${env:NAME}', '${NAME}', '{env:NAME}', '$env:NAME', '$NAME'] as const;

function spellEnvironment({ name, fallback, end }: Variable, text: string, replaced: readonly string[]): string | undefined {
  if (fallback !== undefined) return replaced.includes('${NAME:-default}') ? `\${${name}:-${fallback}}` : undefined;
  const isRunOn = /^\w/.test(text.slice(end));
  const dialect = environmentDialects.find(
    (known) => replaced.includes(known) && !(isRunOn && (known === '$NAME' || known === '$env:NAME')),
  );
  return dialect?.replace('NAME', () => name);
}

function meaningOf({ dialect }: Variable): 'environment' | 'file' | 'editor' | 'own' {
  switch (dialect) {
    case '${NAME}':
    case '${NAME:-default}':
    case '${env:NAME}':
    case '{env:NAME}':
    case '$NAME':
    case '$env:NAME':
    case '%NAME%':
      return 'environment';
    case '${file:/path}':
    case '{file:path}':
      return 'file';
    case '${word}':
      return 'editor';
    case '${input:id}':
    case '$(command)':
    case '${cmd: command}':
    case '$: command':
    case '${{ name }}':
      return 'own';
    default:
      return dialect satisfies never;
  }
}

/** The meaning of a text for a client, independent of its dialect: texts of two clients mean the same when these are equal. */
export function meaningFor(text: string, { client, place }: ClientFile, textKind?: TextKind): string {
  const pieces: (string | readonly string[])[] = [];
  let done = 0;
  for (const variable of variablesIn(text)) {
    if (!understands(client, variable, place, textKind)) continue;
    const kind = meaningOf(variable);
    const whose = kind === 'own' ? `${client.id} ${variable.dialect}` : kind;
    pieces.push(text.slice(done, variable.start), [whose, variable.name, ...(variable.fallback === undefined ? [] : [variable.fallback])]);
    done = variable.end;
  }
  return JSON.stringify([...pieces, text.slice(done)]);
}
