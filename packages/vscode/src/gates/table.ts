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
  /** The state, and what a click does. `{0}` and `{1}` are replaced by values from the facts. */
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
        'This folder is not trusted, so Snap only reads. It starts nothing and writes nothing. A click opens the page for workspace trust.',
      label: 'Snap only reads here, because this folder is not trusted',
    },
  },
  cli: {
    looking: {
      text: 'Snap',
      icon: spinner,
      command: status,
      background: 'none',
      tooltip: 'Snap is looking for its CLI on this machine.',
      label: 'Snap is starting',
    },
    nowhere: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      tooltip: 'The Snap CLI is not on this machine. A click shows the command that installs it and asks before it runs.',
      label: 'Snap: the CLI is not installed. Press to install it',
    },
    setting: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      tooltip: 'The setting "snap.cliPath" names {0}, which is not the Snap CLI. A click lets you choose another file or install the CLI.',
      label: 'Snap: the setting for the CLI names another file. Press to choose',
    },
    stranger: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      tooltip: '{0} has the same name and is another program. A click shows the command that installs Snap and asks before it runs.',
      label: 'Snap: the CLI is not installed. Press to install it',
    },
    node: {
      text: 'Snap: install',
      icon: 'error',
      command: 'snap.installCli',
      background: 'error',
      tooltip: 'The Snap CLI needs Node.js, which was not found on this machine. A click says how to install it.',
      label: 'Snap: Node.js is not installed. Press for help',
    },
  },
  daemon: {
    connecting: {
      text: 'Snap: connecting',
      icon: spinner,
      command: status,
      background: 'none',
      tooltip: 'Snap connects to its daemon.',
      label: 'Snap is connecting',
    },
    starting: {
      text: 'Snap: starting',
      icon: spinner,
      command: status,
      background: 'none',
      tooltip: 'The Snap daemon is being started.',
      label: 'Snap is starting the daemon',
    },
    never: {
      text: 'Snap: start',
      icon: 'debug-start',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'The Snap daemon does not run. A click says what will be started, and starts it after you agree.',
      label: 'Snap: the daemon does not run. Press to start it',
    },
    asked: {
      text: 'Snap: start',
      icon: 'debug-start',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'The Snap daemon was stopped, and is not started again by itself. A click starts it.',
      label: 'Snap: the daemon was stopped. Press to start it',
    },
    ended: {
      text: 'Snap: start',
      icon: 'debug-start',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'The Snap daemon has ended. A click starts it again.',
      label: 'Snap: the daemon has ended. Press to start it',
    },
    failed: {
      text: 'Snap: start',
      icon: 'debug-restart',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'The Snap daemon could not be started: {0}. A click tries again.',
      label: 'Snap: the daemon could not be started. Press to try again',
    },
    hung: {
      text: 'Snap: restart',
      icon: 'debug-restart',
      command: 'snap.startDaemon',
      background: 'none',
      tooltip: 'The Snap daemon{0} does not answer. A click asks whether to end it and start a new one.',
      label: 'Snap: the daemon does not answer. Press to restart it',
    },
    elsewhere: {
      text: 'Snap: elsewhere',
      icon: 'remote',
      command: status,
      background: 'none',
      tooltip:
        'The Snap daemon runs on another machine or in another container, and cannot be reached from this one. A click shows details.',
      label: 'Snap: the daemon runs elsewhere. Press for details',
    },
  },
  signIn: {
    'signed-out': {
      text: 'Snap: sign in',
      icon: 'account',
      command: 'snap.signIn',
      background: 'warning',
      tooltip: 'You are not signed in to {0}, the backend in your settings. A click opens the page for signing in.',
      label: 'Snap: you are not signed in. Press to sign in',
    },
    unusable: {
      text: 'Snap: sign in',
      icon: 'account',
      command: 'snap.signIn',
      background: 'warning',
      tooltip: 'Signing in is not possible: {0} A click shows where to change it.',
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
    unfit: {
      text: 'Snap: open a folder',
      icon: 'folder',
      command: 'vscode.openFolder',
      background: 'none',
      tooltip: 'Snap does not work in the folder of this window. {0} A click lets you open the folder of a project.',
      label: 'Snap does not work in this folder. Press to open the folder of a project',
    },
    new: {
      text: 'Snap: set up folder',
      icon: 'folder-opened',
      command: 'snap.initializeWorkspace',
      background: 'warning',
      tooltip: 'Snap is not set up in {0}. A click asks where the learnings of this folder are kept.',
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
      tooltip: 'Snap is connected and watches {0}.{1} A click shows details.',
      label: 'Snap is connected and watches this folder',
    },
  },
} as const satisfies Readonly<Record<GateName, Readonly<Record<string, GateRow>>>>;

/** Each gate with one of its causes. */
export type GateCause = { readonly [Gate in GateName]: `${Gate}.${Extract<keyof (typeof gateTable)[Gate], string>}` }[GateName];
