/** A known form of the last output of a server that exited. */
export interface ExitPattern {
  /** Identifies the cause, for tests and for callers that handle single causes. */
  readonly id: string;
  readonly pattern: RegExp;
  /** Why it ended, after a colon. `$1` is the first group of the pattern. */
  readonly words: string;
  /** What the person does next; `$1` as above. */
  readonly hint: string;
}

/** The pattern that fits, its words filled in. */
export interface ExitCause extends Pick<ExitPattern, 'id' | 'pattern' | 'words' | 'hint'> {
  /** The first group: the name of what is missing. */
  readonly name: string | undefined;
}

/**
 * The first match is used, so specific patterns are before general ones. Each pattern is a message of a runtime or a package manager,
 * not a word that may be in any text.
 */
export const exitPatterns: readonly ExitPattern[] = [
  {
    id: 'appdata-unexpanded',
    pattern: /\$\{APPDATA\}/,
    words: 'npm reads "${APPDATA}" as the name of a directory, because the variable has no value there',
    hint: 'Create the directory %APPDATA%\\npm, or give the entry an "APPDATA" variable with the full path.',
  },
  {
    id: 'package-unknown',
    pattern: /npm (?:error|ERR!) (?:code E404|404)(?:[\s\S]*?npm (?:error|ERR!) 404\s+'([^'\s]+)' is not in)?/,
    words: 'npm knows no package $1',
    hint: 'Check how the package is spelled in the arguments; a private one needs its registry in the .npmrc that the assistant sees.',
  },
  {
    id: 'package-version-unknown',
    pattern: /npm (?:error|ERR!) (?:code ETARGET|notarget No matching version found for (\S+?)\.?(?:\s|$))/,
    words: 'npm has the package, but not the requested version',
    hint: 'Write an existing version in the arguments, or none.',
  },
  {
    id: 'package-runs-nothing',
    pattern: /could not determine executable to run/,
    words: 'the package has no program of that name',
    hint: 'Check the package in the arguments; "npx -y -p <package> <program>" names both.',
  },
  {
    // https://github.com/npm/cli/issues/4828: a rename of npm's that was interrupted leaves both directories behind.
    id: 'npx-cache-left',
    pattern: /ENOTEMPTY[\s\S]*?((?:~|\/|[A-Za-z]:[\\/])[^'"\n]*?[\\/]_npx[\\/][0-9a-f]+)[\\/]node_modules/,
    words: 'an update that npx did not finish is left in its cache',
    hint: 'Delete this one directory, which npx makes again: $1',
  },
  {
    id: 'npx-cache-broken',
    pattern:
      /(?:Cannot find (?:module|package) '|ERR_MODULE_NOT_FOUND[^\n]*?|ENOENT[^\n]*?')((?:~|\/|[A-Za-z]:[\\/])[^'"\n]*?[\\/]_npx[\\/][0-9a-f]+)[\\/]node_modules/,
    words: 'the package in the cache of npx is incomplete',
    hint: 'Delete this one directory, which npx makes again: $1',
  },
  {
    id: 'registry-unreachable',
    pattern:
      /npm (?:error|ERR!) (?:code|errno) (?:ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN)|error sending request for url \(https?:\/\/pypi/,
    words: 'the package registry could not be reached',
    hint: 'Check the network and the proxy, or install the package beforehand and start it from there.',
  },
  {
    id: 'python-package-unknown',
    pattern: /(?:Because |cause: )?(\S+) was not found in the package registry|No matching distribution found for (\S+)/,
    words: 'there is no Python package $1',
    hint: 'Check how the package is spelled in the arguments.',
  },
  {
    id: 'node-too-old',
    pattern:
      /\b(?:requires?|needs?) (?:a )?(?:at least )?node(?:\.?js)?\s*(?:version|>=|v)?\s*v?(\d[\d.]*)|ReferenceError: (?:fetch|File|Blob|CustomEvent|ReadableStream|WebSocket|crypto|Iterator) is not defined|ERR_REQUIRE_ESM|ERR_UNKNOWN_BUILTIN_MODULE|NODE_MODULE_VERSION|SyntaxError: Unexpected token '?(?:\?\?=|\|\|=|&&=|\?|\.|with)'?(?!\S| in JSON)|No such built-in module: node:|Cannot find module 'node:|^import [^\n]*\n[\s^]*SyntaxError: Unexpected (?:token [{*]|identifier|string)(?! in JSON)|SyntaxError: (?![^\n]*JSON)[^\n]*\n[\s\S]*?\((?:internal\/modules\/|module\.js)/im,
    words: 'it does not run on the version of Node.js it was started with',
    hint: 'Write the absolute path of a newer "node" as the command and the absolute path of the server\'s file as first argument.',
  },
  {
    id: 'module-kind',
    pattern: /Cannot use import statement outside a module|SyntaxError: Unexpected token 'export'/,
    words: 'its file is an ES module, and Node.js runs it as CommonJS',
    hint: 'Write "type": "module" in the package.json of the server, or build it as its documentation says and start the built file.',
  },
  {
    // What Windows runs as "python" until Python is installed: https://learn.microsoft.com/windows/python/faqs
    id: 'python-not-installed',
    pattern: /Python was not found; run without arguments to install from the Microsoft Store/,
    words: 'Python is not installed, and Windows runs a placeholder for it',
    hint: 'Install Python (https://www.python.org/downloads), then start the assistant again; or write the absolute path of an installed one as the command.',
  },
  {
    id: 'python-too-old',
    pattern:
      /unsupported operand type\(s\) for \|: '(?:type|_GenericAlias|ABCMeta)'|requires-python|requires a different python|(?:requires|needs) python\s*>=?\s*(\d[\d.]*)/i,
    words: 'it does not run on the version of Python it was started with',
    hint: 'Name the Python to use: "uvx --python 3.12 …", or the absolute path of its interpreter as the command.',
  },
  {
    id: 'file-missing',
    pattern: /Cannot find module '((?:\/|~|[A-Za-z]:\\)[^']+)'(?! imported)|can't open file '([^']+)'/,
    words: 'the file $1 does not exist',
    hint: 'Build or install the server, or correct its path.',
  },
  {
    id: 'module-compiled-for-another',
    pattern: /No module named '([\w.]+\._\w+)'|ImportError: [^\n]*?([\w.-]+\.cpython-\d+[\w.-]*\.(?:so|pyd))/,
    words: 'its compiled module "$1" cannot be loaded by the Python it was started with',
    hint: 'It was built for another version of Python: write the absolute path of that interpreter as the command, or install its packages with the one that runs it.',
  },
  {
    id: 'module-missing',
    pattern: /Cannot find (?:module|package) '([^']+)'|No module named '?([\w.]+)'?/,
    words: 'the package "$1" that it needs is not installed',
    hint: 'Install its dependencies in its directory ("npm install", "pip install" or "uv sync").',
  },
  {
    id: 'variable-missing',
    pattern:
      /(?:\b[Mm]issing|MISSING|\b[Rr]equired|\b[Nn]o|\b[Ss]et|\b[Pp]rovide|\b[Ss]pecify|\b[Dd]efine|\b[Ee]xport)(?: (?:the|a|an|your|required|mandatory|following|valid))*(?: [Ee]nv(?:ironment)? [Vv]ar(?:iable)?s?)?:? ?["'`]?\$?([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/,
    words: 'it needs the variable $1',
    hint: 'Set it in the "env" of the entry.',
  },
  {
    id: 'variable-missing',
    pattern:
      /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)["'`]?(?: [Ee]nv(?:ironment)? [Vv]ar(?:iable)?)?:? (?:is |must be |was |has )?(?:not (?:set|been set|provided|defined|found|configured|specified)|[Rr]equired|REQUIRED|missing|MISSING|undefined|set\b|provided|unset|empty)/,
    words: 'it needs the variable $1',
    hint: 'Set it in the "env" of the entry.',
  },
  {
    id: 'variable-missing',
    pattern: /(?:KeyError: '|environment variable (?:not found|missing): ["'`]?)([A-Z][A-Z0-9_]{2,})/,
    words: 'it needs the variable $1',
    hint: 'Set it in the "env" of the entry.',
  },
  {
    id: 'port-in-use',
    pattern:
      /EADDRINUSE[^\n]*?:(\d{2,5})\b|address already in use[^\n]*?:(\d{2,5})\b|bind on address \([^\n]*?, (\d{2,5})\)|[Pp]ort:? (\d{2,5}) (?:is )?(?:already |currently )?(?:in use|taken|occupied|being used)|Bind for [^\n]*?:(\d{2,5}) failed: port is already allocated|EADDRINUSE|address already in use|only one usage of each socket address/i,
    words: 'the port $1 it wants to listen on is taken',
    hint: 'Another copy of it may be running, from another entry, another session or another assistant. Stop one of them, or give this one another port.',
  },
  {
    id: 'terminal-needed',
    pattern: /input device is not a (?:TTY|terminal)|stdin is not a terminal|provided file is not a console|not a tty\b/i,
    words: 'it needs a terminal, and an assistant gives it none',
    hint: 'Remove what asks for a terminal from the arguments: "-t" of docker (write "-i"), "-it", "--tty".',
  },
  {
    id: 'docker-refused',
    pattern: /permission denied while trying to connect to the (?:Docker daemon socket|docker API)/i,
    words: 'your account may not use Docker',
    hint: 'Add your account to the group "docker" and sign in again, or use Docker in rootless mode.',
  },
  {
    // The newer wording is of Docker 28. On Windows the name of the pipe is in the text.
    id: 'docker-not-running',
    pattern:
      /Cannot connect to the Docker daemon|failed to connect to the docker API|docker daemon is not running|error during connect: [\s\S]*?docker|dockerDesktopLinuxEngine|pipe\/docker_engine/i,
    words: 'Docker is not running',
    hint: 'Start Docker, then the assistant.',
  },
  {
    id: 'podman-not-running',
    pattern: /Cannot connect to Podman|unable to connect to Podman socket/i,
    words: 'Podman is not running',
    hint: 'Start it with "podman machine start", then the assistant.',
  },
  {
    id: 'image-unknown',
    pattern: /pull access denied for (\S+?)[,\s]|manifest for (\S+) not found|repository (\S+) not found: does not exist/,
    words: 'there is no image $1 that you may download',
    hint: 'Check the name and tag of the image, or sign in to its registry ("docker login").',
  },
  {
    id: 'files-exhausted',
    pattern: /\b(?:EMFILE|ENFILE)\b|[Tt]oo many open files/,
    words: 'it could not open any more files',
    hint: 'The limit of this machine or of this terminal is reached ("ulimit -n" shows it): raise it, or close some programs, then try again.',
  },
  {
    id: 'split-at-space',
    pattern: /'([A-Za-z]:\\[^'\s\\]+)' is not recognized as an internal or external command/,
    words: 'Windows took "$1" as the program, because the command line was split at a space',
    hint: 'A path or an argument contains a space, and the program is started through "cmd", which splits there. Use arguments without spaces: put a value that contains a space into "env".',
  },
  {
    id: 'program-missing',
    pattern:
      /env: ['"‘]?([\w.+-]+)['"’]?: No such file or directory|(?:sh|bash|zsh|exec)(?:: line \d+| \d+)?: (?:\d+: )?([\w.+-]+): (?:command )?not found|spawn (\S+) ENOENT|'([\w.+-]+)' is not recognized as an internal or external command/,
    words: 'the program "$1" is not on the PATH it was started with',
    hint: 'Write absolute paths, or give the entry a "PATH" that also contains the directory of that program.',
  },
  {
    id: 'wrong-platform',
    pattern:
      /Exec format error|cannot execute binary file|GLIBC_[\d.]+' not found|Bad CPU type in executable|is not a valid Win32 application/,
    words: 'it was built for another machine',
    hint: 'Install the build for this system and processor.',
  },
  {
    id: 'wrong-option',
    pattern:
      /(?:unknown|unrecognized|unexpected|invalid|bad|no such) (?:option|argument|arguments|flag|switch|command|subcommand)s?:?\s*['"`]?(-{0,2}[\w-]*)/i,
    words: 'it does not know the argument $1',
    hint: 'Compare the arguments with what the server documents today; options change between versions.',
  },
  {
    id: 'argument-missing',
    pattern:
      /(?:missing|required)[^\n]{0,20} (?:argument|option|parameter)s?:?\s*['"`<]?([\w-]*)|the following arguments are required: ([^\n]+)/i,
    words: 'an argument is missing: $1',
    hint: 'Add it to the arguments of the entry.',
  },
  {
    id: 'file-missing',
    pattern: /ENOENT: no such file or directory, \w+ '([^']+)'|No such file or directory: '([^']+)'/,
    words: 'the file $1 does not exist',
    hint: 'Check the paths in the arguments; a relative one starts at the directory in which the assistant starts the server.',
  },
  {
    id: 'no-permission',
    pattern: /\b(?:EACCES|EPERM)\b|Permission denied|PermissionError|Operation not permitted|Access is denied/,
    words: 'it was not allowed to open or run something',
    hint: 'Check who owns the files it needs; after an earlier "sudo" they may belong to root.',
  },
  {
    id: 'service-refused',
    pattern: /ECONNREFUSED(?:[: ]+(\[?[\w.:]+\]?:\d+|\S+:\d+))?|connection refused/i,
    words: 'a service it needs does not answer $1',
    hint: 'Start that service, or correct its address in the arguments or variables.',
  },
  {
    id: 'host-unknown',
    pattern: /(?:ENOTFOUND|EAI_AGAIN) (\S+)|Could not resolve host:? (\S+)|Name or service not known/,
    words: 'it did not find the host $1',
    hint: 'Check the network and the address in the arguments or variables.',
  },
  {
    id: 'key-refused',
    pattern:
      /\b(?:401|403)\b[^\n]*(?:Unauthorized|Forbidden)|(?:invalid|expired|bad|incorrect) (?:api[ _-]?key|token|credentials)|Unauthorized/i,
    words: 'a key it was given was refused',
    hint: 'Write a valid key; it is in the variables, headers or arguments of the entry.',
  },
  {
    id: 'out-of-memory',
    pattern: /JavaScript heap out of memory|Cannot allocate memory|MemoryError/,
    words: 'it ran out of memory',
    hint: 'Give it less to do (fewer files, a smaller directory) or more memory.',
  },
  {
    id: 'node-too-old',
    pattern: /\bEBADENGINE\b|Unsupported engine/,
    words: 'it needs another version of Node.js than it was started with',
    hint: 'Write the absolute path of a newer "node" as the command and the absolute path of the server\'s file as first argument.',
  },
  {
    id: 'usage-shown',
    pattern: /^\s*usage:/im,
    words: 'it only printed its usage, so its arguments are wrong',
    hint: 'Compare the arguments with what the server documents; many need an argument that starts the MCP mode.',
  },
];

/** Why a server exited, by its output; `undefined` when no pattern matches. */
export function exitCause(output: string): ExitCause | undefined {
  for (const { id, pattern, words, hint } of exitPatterns) {
    const found = pattern.exec(output);
    if (found === null) continue;
    const name = found.slice(1).find((group) => group !== undefined && group !== '');
    const said = name === undefined ? words.replace(/:? "?\$1"?/, '') : words.replace('$1', () => name);
    return { id, pattern, name, words: said, hint: name === undefined ? hint : hint.replace('$1', () => name) };
  }
  return undefined;
}
