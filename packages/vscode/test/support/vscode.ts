// As much of the editor's API as pure code around it needs: an editor that takes no servers from extensions. What a real editor does is in test/editor.

/** What the person does, and what was shown. Set back by {@link begin}. */
export const person: {
  isTrusted: boolean;
  /** Files with changes that are not saved. */
  unsaved: string[];
  /** Which rows are chosen of a list: those that are ticked, with these labels in addition. `undefined`: the list is left. */
  choose: readonly string[] | undefined;
  /** Called for every message, with its buttons; answers with one of them. */
  answer: (message: string, buttons: readonly string[]) => string | undefined;
  messages: string[];
  rows: { readonly label: string; readonly description?: string; readonly detail?: string; readonly picked?: boolean }[];
  compared: string[];
  /** By their whole names. */
  settings: Readonly<Record<string, unknown>>;
} = { isTrusted: true, unsaved: [], choose: [], answer: () => undefined, messages: [], rows: [], compared: [], settings: {} };

export function begin(more: Partial<typeof person> = {}): void {
  Object.assign(person, {
    isTrusted: true,
    unsaved: [],
    choose: [],
    answer: () => undefined,
    messages: [],
    rows: [],
    compared: [],
    settings: {},
    ...more,
  });
}

type Listener<T> = (value: T) => unknown;

export class EventEmitter<T> {
  readonly #listeners = new Set<Listener<T>>();
  readonly event = (listener: Listener<T>) => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class Uri {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
  private constructor(scheme: string, path: string, query: string) {
    Object.assign(this, { scheme, path, query });
    this.scheme = scheme;
    this.path = path;
    this.query = query;
  }
  static file(path: string): Uri {
    return new Uri('file', path, '');
  }
  static from({ path, query = '', scheme }: { readonly scheme: string; readonly path: string; readonly query?: string }): Uri {
    return new Uri(scheme, path, query);
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}:${this.path}?${this.query}`;
  }
}

export class TabInputTextDiff {
  readonly modified = undefined;
}
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const ConfigurationTarget = { Global: 1 };
export const env = { appName: 'Cursor', uriScheme: 'cursor', remoteName: undefined };
export const lm: { registerMcpServerDefinitionProvider?: () => void } = {};

const message = async (text: string, ...rest: readonly unknown[]): Promise<string | undefined> => {
  const [first] = rest;
  const detail = typeof first === 'object' && first !== null && 'detail' in first ? `\n${String(first.detail)}` : '';
  person.messages.push(`${text}${detail}`);
  return person.answer(
    text,
    rest.filter((button) => typeof button === 'string'),
  );
};

export const window = {
  showInformationMessage: message,
  showWarningMessage: message,
  showErrorMessage: message,
  showQuickPick: async (rows: typeof person.rows) => {
    person.rows = [...rows];
    const { choose } = person;
    return choose === undefined ? undefined : rows.filter(({ label, picked }) => picked === true || choose.includes(label));
  },
  tabGroups: { all: [], close: async () => true },
};

export const commands = {
  executeCommand: async (command: string, ...args: readonly unknown[]) => {
    person.compared.push(`${command} ${args.map(String).join(' ')}`);
  },
};

export const workspace = {
  get isTrusted(): boolean {
    return person.isTrusted;
  },
  get textDocuments() {
    return person.unsaved.map((path) => ({ isDirty: true, uri: Uri.file(path) }));
  },
  getConfiguration: (section?: string) => ({
    get: (name: string) => person.settings[section === undefined ? name : `${section}.${name}`],
    inspect: () => undefined,
    update: async () => undefined,
  }),
};
