import { SnapError } from '../errors.ts';
import { displayPath } from '../failures.ts';
import { quoted } from '../shown-text.ts';
import type { OwnDirectories, System } from '../system.ts';
import { directoriesBelow, noDirectories, pathFault, platformDirectories } from './own-directories.ts';

/** What the environment says of the places that snap works with. */
export interface Places {
  readonly home: string;
  readonly own: OwnDirectories;
  /** Which variable is wrong. Commands refuse with it. A server goes on, with the home directory that the system knows of the user. */
  readonly problem: SnapError | undefined;
  /** The problem is that a project may have filled the places: commands go on without what is there, and only those that write there refuse. */
  readonly isProjects?: true;
}

interface PlacesAsked {
  readonly platform: System['platform'];
  readonly env: System['env'];
  /** What the system knows of the user; throws where it knows nothing. */
  userHome(): string;
  /** Why this cannot be a directory that snap works with, as a sentence goes on after its name; `undefined` where it can be, or does not exist yet. */
  unusable(path: string): string | undefined;
  /** `projectAroundPlace` */
  projectAround(place: string, home: string, usual: string): string | undefined;
}

/** Other variables that say where snap's own directories are. A relative one would mean another directory in every project. */
const otherVariables: Readonly<Record<System['platform'], readonly string[]>> = {
  darwin: [],
  linux: ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'],
  win32: ['APPDATA', 'LOCALAPPDATA'],
};

/** Where the home and snap's own directories are: below SNAP_DATA_DIR when that is set, else where the platform wants them. */
export function placesOf(asked: PlacesAsked): Places {
  const { platform, env } = asked;
  const { home, problem: homeProblem } = homeOf(asked);
  const dataDirectory = env['SNAP_DATA_DIR'] ?? '';
  const dataProblem = problemOf('SNAP_DATA_DIR', asked);
  const problem = homeProblem ?? dataProblem ?? firstProblem(otherVariables[platform], asked);
  if (dataDirectory !== '' && dataProblem === undefined)
    return withoutProjects(asked, { home, own: directoriesBelow(dataDirectory, platform), problem });
  if (problem !== undefined) return { home, own: noDirectories(platform), problem };
  return withoutProjects(asked, { home, own: platformDirectories({ platform, home, env }), problem });
}

/** The places without those that are in a project. The settings stay: what is in a project is read with the rights of one. */
function withoutProjects({ env, platform, projectAround }: PlacesAsked, places: Places): Places {
  const { home, own, problem } = places;
  const usual = platformDirectories({ platform, home, env: {} });
  const none = noDirectories(platform);
  const around = (name: 'cache' | 'data' | 'state'): string | undefined => projectAround(own[name], home, usual[name]);
  const cache = around('cache') === undefined ? own.cache : none.cache;
  const inData = around('data');
  const project = inData ?? around('state');
  if (project === undefined) return { home, own: { ...own, cache }, problem };
  const isMoved = inData === undefined ? own.state !== usual.state : own.data !== usual.data;
  const moved = env['SNAP_DATA_DIR']
    ? 'SNAP_DATA_DIR'
    : platform === 'win32'
      ? 'LOCALAPPDATA'
      : `XDG_${inData === undefined ? 'STATE' : 'DATA'}_HOME`;
  const name = isMoved ? moved : platform === 'win32' ? 'USERPROFILE' : 'HOME';
  return {
    home,
    own: { ...none, config: own.config },
    problem: problem ?? ownInProject(name, displayPath(project, { home })),
    isProjects: true,
  };
}

function ownInProject(name: string, project: string): SnapError {
  const next = 'set it to a directory that is in no project';
  return new SnapError(
    'refused',
    `The environment variable ${name} puts snap's own files into the project ${project}, where others may have made them.`,
    {
      hint: [
        {
          person: `${name === 'HOME' || name === 'USERPROFILE' ? 'Set it to your home directory' : `Unset it, or ${next}`}, and run the command again. What is there is not used, and nothing was written.`,
          model: `What is there is not used, and nothing is kept. Unset it, or ${next}: in the "env" of this server's entry, or where the assistant is started. Then restart the server.`,
        },
      ],
    },
  );
}

function homeOf({ platform, env, userHome, unusable }: PlacesAsked): Pick<Places, 'home' | 'problem'> {
  const name = platform === 'win32' ? 'USERPROFILE' : 'HOME';
  const value = env[name];
  const wrong = value === undefined ? undefined : (wrongValue(value, platform) ?? unusableAs(value, unusable));
  if (value !== undefined && wrong === undefined) return { home: value, problem: undefined };
  const problem = wrong === undefined ? undefined : wrongVariable(name, wrong);
  try {
    return { home: userHome(), problem };
  } catch {
    // A user without an entry in the list of users, as in a container that is started with a number.
    return {
      home: platform === 'win32' ? 'C:\\' : '/',
      problem: problem ?? wrongVariable(name, 'is not set, and the system knows no home directory of this user'),
    };
  }
}

function unusableAs(value: string, unusable: PlacesAsked['unusable']): string | undefined {
  const why = unusable(value);
  return why === undefined ? undefined : `is ${quoted(value, 60)}: ${why}`;
}

function firstProblem(names: readonly string[], asked: PlacesAsked): SnapError | undefined {
  for (const name of names) {
    const problem = problemOf(name, asked);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** An empty variable counts as not set. https://specifications.freedesktop.org/basedir-spec/latest/#variables */
function problemOf(name: string, { platform, env, unusable }: PlacesAsked): SnapError | undefined {
  const value = env[name] ?? '';
  const wrong = value === '' ? undefined : (wrongValue(value, platform) ?? unusableAs(value, unusable));
  return wrong === undefined ? undefined : wrongVariable(name, wrong);
}

/** What keeps a value from being the path of a directory, whatever is on the disk. */
function wrongValue(value: string, platform: System['platform']): string | undefined {
  switch (pathFault(value, platform)) {
    case 'empty':
      return 'is empty';
    case 'too long':
      return `has ${Buffer.byteLength(value)} bytes, which is longer than a path can be`;
    case 'control characters':
      return `is ${quoted(value, 60)}, which has control characters in it`;
    case 'relative':
      return `is ${quoted(value, 60)}, which is not an absolute path`;
    case undefined:
      return undefined;
  }
}

function wrongVariable(name: string, wrong: string): SnapError {
  const orUnset = wrong.startsWith('is not set') ? '' : ', or unset it';
  return new SnapError('refused', `The environment variable ${name} ${wrong}.`, {
    hint: [
      {
        person: `Set it to the absolute path of a directory${orUnset}, and run the command again. Nothing was written.`,
        model: `Nothing is kept until then. Set it to the absolute path of a directory${orUnset}: in the "env" of this server's entry, or where the assistant is started. Then restart the server.`,
      },
    ],
  });
}

/** Where HTTP clients find snap's daemon unless SVC_SSE_PORT says otherwise. */
export const daemonPort = 8765;
