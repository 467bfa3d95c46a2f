import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnostics } from '../../src/doctor/diagnostics/index.ts';

/**
 * The failures people report, and which diagnostic names each. A row without one is a property of our writer, tested where it says,
 * or something that is told at another moment.
 */
const catalogue: Readonly<Record<string, readonly string[]>> = {
  '1 bare program not on the PATH of an app': ['program-not-found', 'server-cannot-start'],
  '2 a script runs with another Node': ['wrong-node-for-script'],
  '3 a path from before an upgrade': ['program-gone', 'own-entry-outdated'],
  '4 "snap" is the package manager': ['snap-is-snapd'],
  '5 npx on Windows': ['windows-launcher'],
  '6 %APPDATA%\\npm is missing': ['appdata-npm-missing', 'server-exits'],
  '7 a Linux path in an app on Windows': ['wsl-path-mismatch'],
  '8 a whole command line as the command': ['command-line-in-command'],
  '9 PATH replaced': ['path-variable-replaced'],
  '10 the first download takes longer than the assistant waits': ['slow-start'],
  '11 a file this installation does not read': ['file-nobody-reads'],
  '12 byte order mark, UTF-16': ['byte-order-mark', 'not-utf8'],
  '13 comments and commas in a strict file': ['not-strict-json'],
  '14 a file that does not parse': ['unparsable', 'merge-conflict'],
  '15 no map at the root': ['root-not-a-map'],
  '16 no file where the file should be': ['not-a-file', 'dangling-link'],
  '17 permissions': ['not-readable', 'not-writable'],
  '18 a link that the assistant replaces': ['linked-config'],
  '19 entries lost to another writer': ['file-was-reset', 'client-lock-left', 'interrupted-change'],
  '20 settings destroyed by a rewrite': ['file-was-reset'],
  '21 personal paths in shared files, ignored files': ['personal-path-in-project-file', 'project-file-ignored', 'windows-only-in-project'],
  "22 another client's key": ['wrong-key', 'misspelt-key'],
  '23 no wrapper, or two': ['server-outside-map', 'double-wrapped'],
  '24 an address without a type': ['type-missing'],
  "25 another client's word for the type": ['type-misspelt'],
  "26 another client's field for the address": ['wrong-url-field'],
  '27 command and url': ['command-and-url'],
  '28 stale nesting': ['stale-nesting'],
  '29 values of a wrong type': ['wrong-value-type'],
  '30 timeout in another unit': ['timeout-unit'],
  '31 a name the client does not take': ['name-not-taken'],
  '32 tool names over the limit': ['tool-name-too-long'],
  '33 too many tools or servers': ['too-many-tools', 'too-many-servers'],
  '34 switched off': ['switched-off'],
  '34b policy': ['managed-policy'],
  '35 ${workspaceFolder} where nobody replaces it': ['variable-not-expanded', 'workspace-missing'],
  "36 another client's variables": ['variable-dialect'],
  '37 a variable without a value': ['variable-unset'],
  '38 environment that is not passed on': ['environment-not-passed', 'server-exits'],
  '39 plain secrets': ['plaintext-secret', 'secret-readable-by-others'],
  '40 relative paths': ['relative-path', 'relative-cwd'],
  '41 backslashes': ['escaped-backslash', 'unparsable'],
  '42 ~ and %VAR%': ['not-expanded-by-shell'],
  '43 one workspace for every window': ['one-workspace-for-all-windows'],
  '44 one name in two scopes': ['shadowed-entry'],
  '45 a project entry shadows the mended one': ['shadowed-entry'],
  '46 an empty map hides servers': ['empty-project-map'],
  '47 one server twice': ['same-server-twice'],
  '48 two transports, a port taken twice': ['two-transports-of-snap', 'port-taken'],
  '49 noise on stdout': ['noise-on-stdout'],
  '50 ends at once': ['server-exits', 'server-silent', 'server-broken'],
  '51 404': ['remote-not-found', 'shim-instead-of-stdio'],
  '52 401 and 403': ['remote-refuses-key', 'header-unfilled'],
  '53 one transport for the other': ['transport-mismatch', 'path-says-other-transport', 'unsupported-transport'],
  '54 localhost is two addresses': ['loopback-mismatch'],
  '55 no daemon; a proxy takes loopback': ['daemon-not-running', 'proxy-takes-loopback'],
  '57 works in the terminal, not in the app': ['works-in-one-environment', 'program-not-found'],
  'secret in plain text': ['plaintext-secret'],
  'secret others can read': ['secret-readable-by-others'],
  'one server key twice in a map': ['duplicate-key'],
  drift: ['drift-between-clients'],
  'plain http to another host': ['plain-http'],
  'dead --workspace': ['dead-workspace'],
  'dangling link': ['dangling-link'],
  'misspelt root key': ['misspelt-key'],
  'marks of a merge conflict': ['merge-conflict'],
  'our own entry outdated': ['own-entry-outdated'],
  'placeholder left': ['placeholder-left'],
  'a file at a path nobody reads': ['file-nobody-reads'],
  'disabled without effect': ['disabled-without-effect'],
  'a server outside the map or inside another': ['server-outside-map'],
  'a key of another client': ['foreign-field'],
  'an answer of another kind': ['remote-error', 'remote-unreachable'],
  'tools that cost much': ['expensive-tools'],
  'not executable': ['program-not-executable'],
};

/** The faults that a diagnosis has to see, and the fixture in which its diagnostic does. */
const seeded: Readonly<Record<string, string>> = {
  'truncated file': 'unparsable/cut-value',
  'trailing comma in a strict client': 'not-strict-json/trailing-commas',
  'comments in a strict client': 'not-strict-json/comments',
  'merge-conflict markers': 'merge-conflict/sides-differ',
  'BOM before JSON': 'byte-order-mark/rejected',
  'misspelt root key': 'misspelt-key/one-letter',
  'VS Code file with root key mcpServers': 'wrong-key/vscode',
  'command not on PATH': 'program-not-found/nowhere',
  'command not executable': 'program-not-executable/no-bit',
  'script path in args missing': 'program-gone/node-upgraded',
  'args is a string': 'wrong-value-type/strict-and-lenient',
  'env value is a number': 'wrong-value-type/strict-and-lenient',
  'unset variable': 'variable-unset/no-value',
  'plaintext secret in args': 'plaintext-secret/everywhere',
  'world-readable file with a secret': 'secret-readable-by-others/mode-644',
  'duplicate server key': 'duplicate-key/servers',
  'project and global differ': 'shadowed-entry/something-else',
  'drift between clients': 'drift-between-clients/person',
  'plain http to a remote host': 'plain-http/far-and-near',
  'both command and url': 'command-and-url/both',
  'server exits 1 at start': 'server-exits/module-missing',
  'server prints junk on stdout': 'noise-on-stdout/never-answers',
  'dead --workspace path': 'dead-workspace/moved',
  'dangling symlinked config': 'dangling-link/dotfiles',
};

describe('the catalogue of failures', () => {
  const ids = new Set(diagnostics.map(({ id }) => id));

  it.each(Object.entries(catalogue))('%s has its diagnostic', (_, named) => {
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  it.each(Object.entries(seeded))('%s is seen in its fixture', (_, fixture) => {
    const found = readFileSync(join(import.meta.dirname, '../fixtures/doctor', fixture, 'findings.txt'), 'utf8');
    expect(found).toMatch(new RegExp(`^(error|warning|info) ${fixture.split('/')[0]} `, 'm'));
  });

  it('knows every diagnostic there is', () => {
    const known = new Set(Object.values(catalogue).flat());
    expect([...ids].filter((id) => !known.has(id))).toEqual([]);
  });
});
