// The one table of what the status bar shows: gate and cause → text, icon, command, background, words.

/** In the order in which they are asked: the first one that is not met is shown. */
export type GateName = 'restricted' | 'cli' | 'daemon' | 'signIn' | 'workspace' | 'mcp' | 'watching';

export interface GateRow {
  /** After the icon. Short, without technical words. */
  readonly text: string;
  /** A codicon; one that turns says that work is done in the background. */
  readonly icon: string;
  /** What a click runs. */
  readonly command: string;
  /** `error`: only where nothing works without the program. `warning`: only where the person is asked for something. */
  readonly background: 'none' | 'warning' | 'error';
  /** What is the case, and what a click will do. `{0}`, `{1}`: words of the facts. */
  readonly tooltip: string;
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
      tooltip:
        'This folder is not trusted, so Snap only reads. It starts nothing and writes nothing. A click opens the page on which you decide about trust.',
      label: 'Snap only reads here, because this folder is not trusted',
    },
  },
  cli: {
    looking: {
      text: 'Snap',
      icon: spinner,
      command: status,
      background: 'none',
      tooltip: 'Snap looks for its program on this machine.',
      label: 'Snap is starting',
    },
    nowhere: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      tooltip: 'The program of Snap is not on this machine. A click shows the command that installs it and asks before it runs.',
      label: 'Snap: its program is not installed. Press to install it',
    },
    setting: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      tooltip:
        'The setting "snap.cliPath" names {0}, which is not the program of Snap. A click lets you choose another file or install the program.',
      label: 'Snap: the setting for its program names another file. Press to choose',
    },
    stranger: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      tooltip: '{0} has the same name and is another program. A click shows the command that installs Snap and asks before it runs.',
      label: 'Snap: its program is not installed. Press to install it',
    },
    node: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      tooltip: 'The program of Snap needs Node.js, which was not found on this machine. A click says how to install it.',
      label: 'Snap: Node.js is not installed. Press for help',
    },
  },
  daemon: {
    connecting: {
      text: 'Snap: connecting',
      icon: spinner,
      command: status,
      background: 'none',
      tooltip: 'Snap connects to its background process.',
      label: 'Snap is connecting',
    },
    starting: {
      text: 'Snap: starting',
      icon: spinner,
      command: status,
      background: 'none',
      tooltip: 'The background process of Snap is being started.',
      label: 'Snap is starting its background process',
    },
    never: {
      text: 'Snap: start',
      icon: 'debug-start',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'The background process of Snap does not run. A click says what will be started, and starts it after you agree.',
      label: 'Snap: its background process does not run. Press to start it',
    },
    asked: {
      text: 'Snap: start',
      icon: 'debug-start',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'The background process of Snap was stopped, and is not started again by itself. A click starts it.',
      label: 'Snap: its background process was stopped. Press to start it',
    },
    ended: {
      text: 'Snap: start',
      icon: 'debug-start',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'The background process of Snap has ended. A click starts it again.',
      label: 'Snap: its background process has ended. Press to start it',
    },
    failed: {
      text: 'Snap: start',
      icon: 'debug-restart',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'The background process of Snap could not be started: {0}. A click tries again.',
      label: 'Snap: its background process could not be started. Press to try again',
    },
    hung: {
      text: 'Snap: restart',
      icon: 'debug-restart',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'The background process of Snap{0} does not answer. A click asks whether it shall be ended and started anew.',
      label: 'Snap: its background process does not answer. Press to restart it',
    },
    elsewhere: {
      text: 'Snap: elsewhere',
      icon: 'remote',
      command: status,
      background: 'none',
      tooltip:
        'The background process of Snap runs on another machine or in another container, and cannot be reached from this one. A click shows what was seen.',
      label: 'Snap: its background process runs elsewhere. Press for details',
    },
  },
  signIn: {
    'signed-out': {
      text: 'Snap: sign in',
      icon: 'account',
      command: 'snap.signIn',
      background: 'warning',
      tooltip: 'Nobody is signed in to {0}, which your settings name. A click opens the page on which you sign in.',
      label: 'Snap: nobody is signed in. Press to sign in',
    },
    unusable: {
      text: 'Snap: sign in',
      icon: 'account',
      command: 'snap.signIn',
      background: 'warning',
      tooltip: 'Nobody can sign in: {0} A click shows where to change it.',
      label: 'Snap: the address to sign in to cannot be used. Press for details',
    },
  },
  workspace: {
    none: {
      text: 'Snap: open a folder',
      icon: 'folder',
      command: 'vscode.openFolder',
      background: 'none',
      tooltip: 'Snap works in a folder, and this window has none. A click lets you open one.',
      label: 'Snap: no folder is open. Press to open one',
    },
    new: {
      text: 'Snap: set up folder',
      icon: 'folder-opened',
      command: 'snap.initializeWorkspace',
      background: 'warning',
      tooltip: 'Snap was not used in {0} before. A click asks where Snap may keep what belongs to this folder.',
      label: 'Snap: this folder is not set up. Press to set it up',
    },
  },
  mcp: {
    'not-asked': {
      text: 'Snap: connect',
      icon: 'plug',
      command: 'snap.configureMcp',
      background: 'warning',
      tooltip: 'The assistant in this editor cannot use Snap yet. A click shows what will be set up, and does it after you agree.',
      label: 'Snap: the assistant in this editor is not connected. Press to connect it',
    },
    declined: {
      text: 'Snap: connect',
      icon: 'plug',
      command: 'snap.configureMcp',
      background: 'none',
      tooltip: 'The assistant in this editor does not use Snap, as you decided. A click asks again.',
      label: 'Snap: the assistant in this editor is not connected, as you decided. Press to connect it',
    },
    foreign: {
      text: 'Snap: connect',
      icon: 'plug',
      command: 'snap.configureMcp',
      background: 'warning',
      tooltip: 'Another server with the name of Snap is in the configuration of this editor. A click shows it; it is left as it is.',
      label: 'Snap: another server has its name in this editor. Press for details',
    },
    port: {
      text: 'Snap: port in use',
      icon: 'plug',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'Assistants cannot reach Snap: {0} A click tries again.',
      label: 'Snap: assistants cannot reach it, because its port is in use. Press to try again',
    },
  },
  watching: {
    connected: {
      text: 'Snap',
      icon: 'eye',
      command: status,
      background: 'none',
      tooltip: 'Snap is connected and watches {0}. A click shows everything that was seen.',
      label: 'Snap is connected and watches this folder',
    },
  },
} as const satisfies Readonly<Record<GateName, Readonly<Record<string, GateRow>>>>;

/** Each gate with one of its causes. */
export type GateCause = { readonly [Gate in GateName]: `${Gate}.${Extract<keyof (typeof gateTable)[Gate], string>}` }[GateName];
