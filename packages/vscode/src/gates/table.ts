// The one table of what the status bar shows: gate and cause → text, icon, command, background, words.

/** In the order in which they are asked: the first one that is not met is shown. */
export type GateName = 'restricted' | 'cli' | 'daemon' | 'signIn' | 'workspace' | 'mcp' | 'watching';

export interface GateRow {
  /** After the icon. Short, without technical words. */
  readonly text: string;
  /** A codicon; one that turns shows that work goes on in the background. */
  readonly icon: string;
  /** What a click runs. */
  readonly command: string;
  /** `error`: only where nothing works without the program. `warning`: only where the person is asked for something. */
  readonly background: 'none' | 'warning' | 'error';
  /** What is so. `{0}`, `{1}` and `{2}` are replaced by values from the facts. */
  readonly state: string;
  /** What a click in the status bar does, as a sentence; empty where there is nothing to click. */
  readonly click: string;
  /** For screen readers, which read neither icon nor colour. */
  readonly label: string;
}

const status = 'snap.mcpStatus';
const spinner = 'loading~spin';

export const gateTable = {
  restricted: {
    untrusted: {
      text: 'Snap: restricted',
      icon: 'shield',
      command: 'workbench.trust.manage',
      background: 'none',
      state: 'This folder is not trusted, so Snap only reads. It starts nothing and writes nothing.',
      click: 'A click opens the page for workspace trust.',
      label: 'Snap only reads here, because this folder is not trusted',
    },
  },
  cli: {
    looking: {
      text: 'Snap',
      icon: spinner,
      command: status,
      background: 'none',
      state: 'Snap is looking for its CLI on this machine.',
      click: '',
      label: 'Snap is starting',
    },
    nowhere: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      state: 'The Snap CLI is not on this machine.',
      click: 'A click says how to install it, and asks before anything runs.',
      label: 'Snap: the CLI is not installed. Press to install it',
    },
    setting: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      state: 'The setting "snap.cliPath" names {0}, which is not the Snap CLI.',
      click: 'A click lets you choose another file or install the CLI.',
      label: 'Snap: the setting for the CLI names another file. Press to choose',
    },
    stranger: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      state: 'The Snap CLI is not on this machine; {0} has the same name and is another program.',
      click: 'A click says how to install Snap beside it, and asks before anything runs.',
      label: 'Snap: the CLI is not installed. Press to install it',
    },
    old: {
      text: 'Snap: update',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      state: 'The Snap CLI {0} has version {1}, and this extension needs {2} or newer.',
      click: 'A click says how to update it, and asks before anything runs.',
      label: 'Snap: the CLI is too old for this extension. Press to update it',
    },
    node: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      state: 'The Snap CLI needs Node.js, which was not found on this machine.',
      click: 'A click says how to install it.',
      label: 'Snap: Node.js is not installed. Press for help',
    },
  },
  daemon: {
    connecting: {
      text: 'Snap: connecting',
      icon: spinner,
      command: status,
      background: 'none',
      state: 'Snap connects to its daemon.',
      click: '',
      label: 'Snap is connecting',
    },
    starting: {
      text: 'Snap: starting',
      icon: spinner,
      command: status,
      background: 'none',
      state: 'The Snap daemon is being started.',
      click: '',
      label: 'Snap is starting the daemon',
    },
    never: {
      text: 'Snap: start',
      icon: 'debug-start',
      command: 'snap.startDaemon',
      background: 'none',
      state: 'The Snap daemon does not run.',
      click: 'A click says what will be started, and starts it after you agree.',
      label: 'Snap: the daemon does not run. Press to start it',
    },
    asked: {
      text: 'Snap: start',
      icon: 'debug-start',
      command: 'snap.startDaemon',
      background: 'none',
      state: 'The Snap daemon was stopped, and is not started again by itself.',
      click: 'A click starts it.',
      label: 'Snap: the daemon was stopped. Press to start it',
    },
    ended: {
      text: 'Snap: start',
      icon: 'debug-start',
      command: 'snap.startDaemon',
      background: 'none',
      state: 'The Snap daemon has ended.',
      click: 'A click starts it again.',
      label: 'Snap: the daemon has ended. Press to start it',
    },
    failed: {
      text: 'Snap: start',
      icon: 'debug-restart',
      command: 'snap.startDaemon',
      background: 'none',
      state: 'The Snap daemon could not be started: {0}.',
      click: 'A click tries again.',
      label: 'Snap: the daemon could not be started. Press to try again',
    },
    hung: {
      text: 'Snap: restart',
      icon: 'debug-restart',
      command: 'snap.startDaemon',
      background: 'none',
      state: 'The Snap daemon{0} does not answer.',
      click: 'A click asks whether to end it and start a new one.',
      label: 'Snap: the daemon does not answer. Press to restart it',
    },
    elsewhere: {
      text: 'Snap: elsewhere',
      icon: 'remote',
      command: status,
      background: 'none',
      state: 'The Snap daemon runs on another machine or in another container, and cannot be reached from this one.',
      click: 'A click shows details.',
      label: 'Snap: the daemon runs elsewhere. Press for details',
    },
  },
  signIn: {
    'signed-out': {
      text: 'Snap: sign in',
      icon: 'account',
      command: 'snap.signIn',
      background: 'warning',
      state: 'You are not signed in to {0}, the backend in your settings.',
      click: 'A click opens the page for signing in.',
      label: 'Snap: you are not signed in. Press to sign in',
    },
    unusable: {
      text: 'Snap: sign in',
      icon: 'account',
      command: 'snap.signIn',
      background: 'warning',
      state: 'Signing in is not possible: {0}',
      click: 'A click shows where to change it.',
      label: 'Snap: the address to sign in to cannot be used. Press for details',
    },
  },
  workspace: {
    none: {
      text: 'Snap: open a folder',
      icon: 'folder',
      command: 'vscode.openFolder',
      background: 'none',
      state: 'Snap works in a folder, and this window has none.',
      click: 'A click lets you open one.',
      label: 'Snap: no folder is open. Press to open one',
    },
    unfit: {
      text: 'Snap: open a folder',
      icon: 'folder',
      command: 'vscode.openFolder',
      background: 'none',
      state: 'Snap does not work in the folder of this window. {0}',
      click: 'A click lets you open the folder of a project.',
      label: 'Snap does not work in this folder. Press to open the folder of a project',
    },
    new: {
      text: 'Snap: set up folder',
      icon: 'folder-opened',
      command: 'snap.initializeWorkspace',
      background: 'warning',
      state: 'Snap is not set up in {0}.',
      click: 'A click asks where the learnings of this folder are kept.',
      label: 'Snap: this folder is not set up. Press to set it up',
    },
  },
  mcp: {
    'not-asked': {
      text: 'Snap: connect',
      icon: 'plug',
      command: 'snap.configureMcp',
      background: 'warning',
      state: 'The assistant in this editor cannot use Snap yet.',
      click: 'A click shows what will be set up, and does it after you agree.',
      label: 'Snap: the assistant in this editor is not connected. Press to connect it',
    },
    declined: {
      text: 'Snap: connect',
      icon: 'plug',
      command: 'snap.configureMcp',
      background: 'none',
      state: 'The assistant in this editor does not use Snap, as you decided.',
      click: 'A click asks again.',
      label: 'Snap: the assistant in this editor is not connected, as you decided. Press to connect it',
    },
    foreign: {
      text: 'Snap: connect',
      icon: 'plug',
      command: 'snap.configureMcp',
      background: 'warning',
      state: 'Another server with the name of Snap is in the configuration of this editor.',
      click: 'A click shows it; it is left as it is.',
      label: 'Snap: another server has its name in this editor. Press for details',
    },
    port: {
      text: 'Snap: port in use',
      icon: 'plug',
      command: 'snap.startDaemon',
      background: 'none',
      state: 'Assistants cannot reach Snap: {0}',
      click: 'A click tries again.',
      label: 'Snap: assistants cannot reach it, because its port is in use. Press to try again',
    },
  },
  watching: {
    connected: {
      text: 'Snap',
      icon: 'eye',
      command: status,
      background: 'none',
      state: 'Snap is connected and watches {0}.{1}',
      click: 'A click shows details.',
      label: 'Snap is connected and watches this folder',
    },
  },
} as const satisfies Readonly<Record<GateName, Readonly<Record<string, GateRow>>>>;

/** Each gate with one of its causes. */
export type GateCause = { readonly [Gate in GateName]: `${Gate}.${Extract<keyof (typeof gateTable)[Gate], string>}` }[GateName];
