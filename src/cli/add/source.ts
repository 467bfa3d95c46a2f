import { SnapError } from '../../system/index.ts';
import { shellWords } from '../../text/index.ts';

/** What a person names a server by. */
export type Source =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'package'; readonly registry: 'npm' | 'pypi'; readonly spec: string }
  | { readonly kind: 'image'; readonly image: string }
  /** The block of a README: entries of a config file. */
  | { readonly kind: 'json'; readonly text: string }
  /** A whole command line in one argument. */
  | { readonly kind: 'command line'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'repository'; readonly text: string }
  /** A name of the catalogue, or a package of which nobody can tell the registry. */
  | { readonly kind: 'word'; readonly word: string }
  /** Nothing of these. `instead`: what may be meant. */
  | { readonly kind: 'unknown'; readonly instead?: string };

/** What an argument of `snap mcp add` is, from its form alone. */
export function sourceOf(argument: string): Source {
  const text = argument.trim();
  const [, prefix, named = ''] = /^(npm|npx|pypi|uvx|pip|docker|image):(.*)$/s.exec(text) ?? [];
  switch (prefix) {
    case 'npm':
    case 'npx':
      return npmSpec.test(named) ? { kind: 'package', registry: 'npm', spec: named } : { kind: 'unknown' };
    case 'pypi':
    case 'uvx':
    case 'pip':
      return pypiSpec.test(named) ? { kind: 'package', registry: 'pypi', spec: named } : { kind: 'unknown' };
    case 'docker':
    case 'image':
      return imageSpec.test(named.replace(/^\/\//, '')) ? { kind: 'image', image: named.replace(/^\/\//, '') } : { kind: 'unknown' };
    default:
      return withoutPrefix(text);
  }
}

const npmSpec = /^(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(@[\w.^~*<>=+-]+)?$/i;
const pypiSpec = /^[a-z0-9][\w.-]*(\[[\w,.-]+\])?((==|@)[\w.*+!-]+)?$/i;
const imageSpec = /^[a-z0-9][\w.:-]*(\/[\w.-]+)*(:[\w.-]+)?(@sha256:[0-9a-f]{64})?$/i;

function withoutPrefix(text: string): Source {
  if (/^[{"]/.test(text)) return { kind: 'json', text };
  if (isRepository(text)) return { kind: 'repository', text };
  if (/^https?:\/\//i.test(text)) return /\s/.test(text) || !URL.canParse(text) ? { kind: 'unknown' } : { kind: 'address', url: text };
  if (/\s/.test(text)) return { kind: 'command line', text };
  if (/^(~?[\\/]|\.{1,2}[\\/]|[A-Za-z]:[\\/])/.test(text)) return { kind: 'file', path: text };
  const scheme = /^([a-z][\w+.-]*):\/\/(.+)$/i.exec(text);
  const address = `https://${scheme?.[2] ?? ''}`;
  // `file:///srv/x` names no host.
  if (scheme !== null) return scheme[2]?.startsWith('/') === true ? { kind: 'unknown' } : { kind: 'unknown', instead: address };
  if (text.startsWith('@')) return npmSpec.test(text) ? { kind: 'package', registry: 'npm', spec: text } : { kind: 'unknown' };
  // "mcp.example.com/mcp" and "localhost:3000".
  if (/^localhost(:\d+)?(\/|$)|^[\w-]+(\.[\w-]+)+(:\d+)?\/|^[\w-]+(\.[\w-]+)*\.(com|dev|io|ai|app|org|net)$/i.test(text))
    return { kind: 'unknown', instead: `${text.startsWith('localhost') ? 'http' : 'https'}://${text}` };
  return npmSpec.test(text) || pypiSpec.test(text) ? { kind: 'word', word: text } : { kind: 'unknown' };
}

/** A page or a clone address of a repository, which is no server itself. */
function isRepository(text: string): boolean {
  if (/^(git\+|git@|git:|ssh:\/\/|github:|gitlab:|gh:)/.test(text)) return true;
  return /^https?:\/\/(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/[\w.-]+\/[\w.-]+/.test(text) && !/\/(mcp|sse)\/?$/.test(text);
}

/** A command line that a person typed as one argument. */
export interface CommandLine {
  /** `NAME=value` before the command. */
  readonly env: ReadonlyMap<string, string>;
  readonly words: readonly [string, ...string[]];
}

/** @throws SnapError `usage` for what only a shell could run. */
export function commandLine(text: string): CommandLine {
  const words = shellWords(text, 'as it is');
  const start = words?.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word)) ?? -1;
  const [command, ...args] = words === undefined || start === -1 ? [] : words.slice(start);
  // A variable stays: the assistant fills it in.
  const isForShell = command === undefined || command === '$' || words?.some((word) => shellSigns.test(word)) === true;
  if (isForShell || command === undefined)
    throw new SnapError('usage', 'Only a shell could run this command line: it has signs that a shell acts on, or an open quote.', {
      hint: 'Give the words after "--": snap mcp add <name> -- <command> [args…]. For a shell: snap mcp add <name> -- sh -c \'…\'',
    });
  const env = (words ?? []).slice(0, start).map((word) => {
    const at = word.indexOf('=');
    return [word.slice(0, at), word.slice(at + 1)] as const;
  });
  return { env: new Map(env), words: [command, ...args] };
}

/** A word that is one of the shell's operators, ends with one, or holds a command of its own. */
const shellSigns = /^(\||\|\||&&?|;|<{1,2}|\d?>{1,2}.*|<\(.*)$|;$|`|\$\(/;
