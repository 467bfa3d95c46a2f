// As much of the editor's API as pure code around it needs: an editor that takes no servers from extensions. What a real editor does is in test/editor.

interface Person {
  isTrusted: boolean;
  /** Files with changes that are not saved. */
  unsaved: string[];
  /** Which rows are chosen of a list: those that are ticked, with these labels in addition. `undefined`: the list is left. */
  choose: readonly string[] | undefined;
  /** Called for every message, with its buttons; answers with one of them. */
  answer: (message: string, buttons: readonly string[]) => string | undefined | Promise<string | undefined>;
  messages: string[];
  rows: { readonly label: string; readonly description?: string; readonly detail?: string; readonly picked?: boolean }[];
  compared: string[];
  /** By their whole names. */
  settings: Readonly<Record<string, unknown>>;
  /** The folders of the window, and the file that is edited; {@link moved} tells of a change. */
  folders: string[];
  edited: Uri | undefined;
  /** What is waited for with a button that stops the waiting. */
  waits: { readonly title: string; readonly stop: () => void }[];
  /** The tab before the person; a page of the editor has no input. */
  tab: { readonly input: unknown } | undefined;
  /** The file or folder that is chosen in the dialog for files. */
  file: string | undefined;
  /** What was typed into terminals, and where. */
  typed: { readonly cwd: string; readonly text: string }[];
  /** The page that is open. */
  page: Uri | undefined;
  lists: StatusList[];
}

/** A list to pick from whose rows come later. */
interface StatusList {
  title: string;
  placeholder: string;
  busy: boolean;
  items: readonly { readonly label: string; readonly detail?: string }[];
  activeItems: StatusList['items'];
  selectedItems: StatusList['items'];
  hide(): void;
  show(): void;
  dispose(): void;
  onDidHide(listener: () => unknown): void;
  onDidAccept(listener: () => unknown): void;
}

const untouched = (): Person => ({
  isTrusted: true,
  unsaved: [],
  choose: [],
  answer: () => undefined,
  messages: [],
  rows: [],
  compared: [],
  settings: {},
  folders: [],
  edited: undefined,
  waits: [],
  tab: undefined,
  file: undefined,
  typed: [],
  page: undefined,
  lists: [],
});

/** What the person does, and what was shown. */
export const person = untouched();

/** Sets everything back, but for what is given. */
export function begin(more: Partial<Person> = {}): void {
  Object.assign(person, untouched(), more);
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

export const Disposable = {
  from: (...parts: readonly { dispose: () => unknown }[]) => ({
    dispose() {
      for (const part of parts) part.dispose();
    },
  }),
};

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
    // As on Windows.
    return new Uri(
      'file',
      path.replace(/^[A-Z](?=:)/, (drive) => drive.toLowerCase()),
      '',
    );
  }
  static joinPath({ path }: Uri, ...names: readonly string[]): Uri {
    return Uri.file([path, ...names].join('/'));
  }
  static parse(text: string): Uri {
    const { pathname, protocol, search } = new URL(text);
    return new Uri(protocol.slice(0, -1), pathname, search.slice(1));
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
export class TabInputText {
  readonly uri = undefined;
}
export class TabInputCustom extends TabInputText {}
export class TabInputNotebook extends TabInputText {}
export class TabInputNotebookDiff extends TabInputTextDiff {}
export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class MarkdownString {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
export class ThemeColor extends ThemeIcon {}
export const StatusBarAlignment = { Left: 1 };
export const ProgressLocation = { Notification: 15 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const ConfigurationTarget = { Global: 1 };
export const env = { appName: 'Cursor', uriScheme: 'cursor', remoteName: undefined };
export const lm: { registerMcpServerDefinitionProvider?: unknown } = {};

export class McpHttpServerDefinition {
  readonly uri: Uri;
  readonly headers: Readonly<Record<string, string>>;
  constructor(_label: string, uri: Uri, headers: Readonly<Record<string, string>>) {
    this.uri = uri;
    this.headers = headers;
  }
}

const message = async (text: string, ...rest: readonly unknown[]): Promise<string | undefined> => {
  const [first] = rest;
  const detail = typeof first === 'object' && first !== null && 'detail' in first ? `\n${String(first.detail)}` : '';
  person.messages.push(`${text}${detail}`);
  return person.answer(
    text,
    rest.filter((button) => typeof button === 'string'),
  );
};

const edits = new EventEmitter<void>();

interface Pages {
  readonly onDidChange?: (listener: () => unknown) => unknown;
  provideTextDocumentContent(uri: Uri): string;
}
const pages = new Map<string, Pages>();

/** The text of the page that is open, as it is now; empty while none is. */
export function pageText(): string {
  return person.page === undefined ? '' : (pages.get(person.page.scheme)?.provideTextDocumentContent(person.page) ?? '');
}

/** No terminal of a test ends. */
const terminals = new EventEmitter<never>();
const settingsChanged = new EventEmitter<{ affectsConfiguration(name: string): boolean }>();

/** The person changes settings. */
export function changeSettings(settings: typeof person.settings): void {
  person.settings = settings;
  settingsChanged.fire({ affectsConfiguration: (name) => Object.keys(settings).some((key) => key.startsWith(`${name}.`)) });
}

/** The person edits another file, or has added or removed a folder. */
export function moved(to: Partial<Pick<typeof person, 'folders' | 'edited'>>): void {
  Object.assign(person, to);
  edits.fire();
}

/** The person opens another tab. */
export function showTab(tab: typeof person.tab): void {
  person.tab = tab;
  edits.fire();
}

const folderAt = (path: string) => ({ uri: Uri.file(path) });

export const window = {
  get activeTextEditor() {
    return person.edited === undefined ? undefined : { document: { uri: person.edited } };
  },
  onDidChangeActiveTextEditor: edits.event,
  showInformationMessage: message,
  showWarningMessage: message,
  showErrorMessage: message,
  showQuickPick: async (rows: typeof person.rows) => {
    person.rows = [...rows];
    const { choose } = person;
    return choose === undefined ? undefined : rows.filter(({ label, picked }) => picked === true || choose.includes(label));
  },
  withProgress: async (
    { cancellable = false, title = '' }: { readonly cancellable?: boolean; readonly title?: string },
    work: (progress: unknown, token: unknown) => Promise<unknown>,
  ) => {
    const stopped = new EventEmitter<void>();
    if (cancellable) person.waits.push({ title, stop: () => stopped.fire() });
    return work({ report: () => undefined }, { onCancellationRequested: stopped.event });
  },
  showOpenDialog: async () => (person.file === undefined ? undefined : [Uri.file(person.file)]),
  createTerminal: ({ cwd }: { readonly cwd: string }) => ({
    show: () => undefined,
    sendText: (text: string) => void person.typed.push({ cwd, text }),
  }),
  onDidEndTerminalShellExecution: terminals.event,
  onDidCloseTerminal: terminals.event,
  createStatusBarItem: () => ({ show: () => undefined, dispose: () => undefined }),
  onDidChangeWindowState: edits.event,
  showTextDocument: async ({ uri }: { readonly uri: Uri }) => void (person.page = uri),
  createQuickPick: (): StatusList => {
    const hidden = new EventEmitter<void>();
    const list: StatusList = {
      title: '',
      placeholder: '',
      busy: false,
      items: [],
      activeItems: [],
      selectedItems: [],
      hide: () => hidden.fire(),
      show: () => void person.lists.push(list),
      dispose: () => undefined,
      onDidHide: hidden.event,
      onDidAccept: () => undefined,
    };
    return list;
  },
  tabGroups: {
    all: [],
    close: async () => true,
    get activeTabGroup() {
      return { activeTab: person.tab };
    },
    onDidChangeTabs: edits.event,
  },
};

const registered = new Map<string, () => unknown>();

export const commands = {
  registerCommand: (command: string, run: () => unknown) => {
    registered.set(command, run);
    return { dispose: () => void registered.delete(command) };
  },
  executeCommand: async (command: string, ...args: readonly unknown[]): Promise<unknown> => {
    if (command === 'setContext') return undefined;
    const own = registered.get(command);
    if (own !== undefined) return own();
    const [first] = args;
    if (command === 'markdown.showPreview' && first instanceof Uri) return void (person.page = first);
    person.compared.push(`${command} ${args.map(String).join(' ')}`);
    return undefined;
  },
};

/** The person clicks the item in the status bar. Settles when the click has done what it does. */
export async function pressStatus(): Promise<void> {
  await registered.get('snap.status.click')?.();
}

export const workspace = {
  get workspaceFolders() {
    return person.folders.length === 0 ? undefined : person.folders.map(folderAt);
  },
  onDidChangeWorkspaceFolders: edits.event,
  getWorkspaceFolder({ path }: Uri) {
    const folder = person.folders.find((one) => path.startsWith(`${one}/`));
    return folder === undefined ? undefined : folderAt(folder);
  },
  get isTrusted(): boolean {
    return person.isTrusted;
  },
  registerTextDocumentContentProvider: (scheme: string, provider: Pages) => {
    pages.set(scheme, provider);
    return { dispose: () => void pages.delete(scheme) };
  },
  openTextDocument: async (uri: Uri) => ({ uri }),
  onDidSaveTextDocument: edits.event,
  onDidGrantWorkspaceTrust: edits.event,
  onDidChangeConfiguration: settingsChanged.event,
  notebookDocuments: [],
  get textDocuments() {
    return person.unsaved.map((path) => ({ isDirty: true, uri: Uri.file(path) }));
  },
  getConfiguration: (section?: string) => ({
    get: (name: string) => person.settings[section === undefined ? name : `${section}.${name}`],
    inspect: () => undefined,
    update: async () => undefined,
  }),
};
