// What the gates are decided by. One observer (src/observe) reads each part and reports it as an event of its own.

/** The program of snap on this machine. */
export type CliFact =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly version: string; readonly path: string }
  /** `setting`: `snap.cliPath` names something else. `stranger`: a program with the same name is there. `node`: it is there, and Node.js is not. */
  | { readonly kind: 'missing'; readonly why: 'nowhere' | 'setting' | 'stranger' | 'node'; readonly path?: string | undefined }
  /** It is there, and of a version that this extension does not work with. */
  | { readonly kind: 'missing'; readonly why: 'old'; readonly path: string; readonly version: string };

/** The process that all windows and assistants share. */
export type DaemonFact =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'connected'; readonly pid: number; readonly http: HttpFact }
  /** `never`: none has run while this window was open. `asked`: a person ended it. */
  | { readonly kind: 'stopped'; readonly why: 'never' | 'asked' | 'ended' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'hung'; readonly pid: number | undefined }
  /** It runs on another machine or in another container, and cannot be reached from here. */
  | { readonly kind: 'elsewhere' };

/** Whether assistants reach the daemon by its address. */
export type HttpFact =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** Signing in matters only to a person who has configured a backend. */
export type SignInFact =
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'signed-in'; readonly endpoint: string }
  | { readonly kind: 'signed-out'; readonly endpoint: string }
  /** The address of the backend cannot be used. */
  | { readonly kind: 'unusable'; readonly reason: string };

export type WorkspaceFact =
  /** `reason`: a folder is open, and snap does not work in it, such as the home directory. */
  | { readonly kind: 'none'; readonly reason?: string }
  | ({ readonly kind: 'new' } & NamedFolder)
  | ({ readonly kind: 'initialized'; readonly keptIn: 'project' | 'private' } & NamedFolder);

interface NamedFolder {
  readonly name: string;
  /** Whether the window has no other folder. */
  readonly isOnly: boolean;
  /** The folder in which the server of this editor works: the first one of the window that is set up. Not the current one, or each tab would restart it. */
  readonly server: string | undefined;
}

export type McpFact =
  /** This editor gets the server from the extension (`provider`), or from an entry in its own file (`entry`). */
  | { readonly kind: 'configured'; readonly by: 'provider' | 'entry' }
  /** `declined`: the person was asked and said no. `foreign`: another server has the name. */
  | { readonly kind: 'missing'; readonly why: 'not-asked' | 'declined' | 'foreign' };

export interface GateFacts {
  readonly isTrusted: boolean;
  /** How the editor calls the machine that the workspace is on (`ssh-remote`, `wsl`); absent where it is this one. */
  readonly remote: string | undefined;
  readonly cli: CliFact;
  readonly daemon: DaemonFact;
  readonly signIn: SignInFact;
  readonly workspace: WorkspaceFact;
  readonly mcp: McpFact;
}

/** A new value of one part of the facts. */
export type GateEvent = { readonly [Part in keyof GateFacts]: { readonly part: Part; readonly now: GateFacts[Part] } }[keyof GateFacts];

/** Before anything was looked at. */
export const nothingSeen: GateFacts = {
  isTrusted: true,
  remote: undefined,
  cli: { kind: 'looking' },
  daemon: { kind: 'connecting' },
  signIn: { kind: 'not-needed' },
  workspace: { kind: 'none' },
  mcp: { kind: 'missing', why: 'not-asked' },
};

export function factsAfter(facts: GateFacts, event: GateEvent): GateFacts {
  return { ...facts, [event.part]: event.now };
}
