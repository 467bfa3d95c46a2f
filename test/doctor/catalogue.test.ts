import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnostics } from '../../src/doctor/diagnostics/index.ts';

/** The failures that people report, in their words, and the diagnostics that name each. */
const catalogue: Readonly<Record<string, readonly string[]>> = {
  'a program that the PATH of a desktop app does not have': ['program-not-found', 'server-cannot-start'],
  'a script that runs with another Node.js': ['wrong-node-for-script', 'old-node-first'],
  'a path from before an upgrade': ['program-gone', 'own-entry-outdated'],
  'a command named "snap" that is the package manager': ['snap-is-snapd'],
  'npx on Windows': ['windows-launcher', 'space-in-argument'],
  'no %APPDATA%\\npm': ['appdata-npm-missing', 'server-exits'],
  'a Linux path in an app on Windows': ['wsl-path-mismatch'],
  'a whole command line as the command': ['command-line-in-command', 'split-by-shell'],
  'an entry that replaces PATH': ['path-variable-replaced'],
  'a first download that takes longer than the assistant waits': ['slow-start'],
  'a file that this installation does not read': ['file-nobody-reads', 'servers-in-settings'],
  'a byte order mark, or UTF-16': ['byte-order-mark', 'not-utf8'],
  'comments and trailing commas in a strict file': ['not-strict-json'],
  'a file that does not parse': ['unparsable', 'merge-conflict', 'curly-quotes'],
  'a root that is no map': ['root-not-a-map'],
  'no regular file where the file should be': ['not-a-file', 'dangling-link'],
  'missing permissions': ['not-readable', 'not-writable'],
  'a link that the assistant replaces': ['linked-config'],
  'entries lost to another writer': ['file-was-reset', 'client-lock-left', 'interrupted-change'],
  'settings destroyed by a rewrite': ['file-was-reset'],
  'personal paths in shared files, ignored project files': [
    'personal-path-in-project-file',
    'project-file-ignored',
    'windows-only-in-project',
  ],
  "another assistant's root key": ['wrong-key', 'misspelt-key'],
  'no wrapper around the entries, or two': ['server-outside-map', 'double-wrapped'],
  'an address without a type': ['type-missing'],
  "another assistant's word for the type": ['type-misspelt'],
  "another assistant's field for the address": ['wrong-url-field'],
  'a command and an address in one entry': ['command-and-url'],
  'fields of the other kind of server': ['refused-field'],
  'it works in the editor and not in the terminal': ['command-line-differs'],
  'nesting of an older version': ['stale-nesting'],
  'values of a wrong type': ['wrong-value-type'],
  'a timeout in another unit': ['timeout-unit'],
  'a name that the assistant does not accept': ['name-not-taken'],
  'tool names over the limit': ['tool-name-too-long'],
  'too many tools or servers': ['too-many-tools', 'too-many-servers'],
  'a server that is switched off': ['switched-off', 'switched-off-elsewhere'],
  'a server of a project that nobody approved': ['not-approved'],
  'a folder that the assistant does not trust': ['folder-not-trusted'],
  'a policy of the organisation': ['managed-policy'],
  '${workspaceFolder} where the assistant does not replace it': ['variable-not-expanded', 'workspace-missing'],
  "another assistant's variables": ['variable-dialect'],
  'a variable without a value': ['variable-unset'],
  'environment variables that are not passed on': ['environment-not-passed', 'server-exits'],
  'secrets in plain text': ['plaintext-secret', 'secret-readable-by-others'],
  'relative paths': ['relative-path', 'relative-cwd'],
  backslashes: ['escaped-backslash', 'unparsable'],
  '~ and %VAR%': ['not-expanded-by-shell'],
  'one workspace for every window': ['one-workspace-for-all-windows'],
  'one name in two scopes': ['shadowed-entry'],
  'an empty map that hides servers': ['empty-project-map'],
  'one server twice': ['same-server-twice'],
  'two transports, or a port used twice': ['two-transports-of-snap', 'port-taken', 'fixed-port'],
  'other text on stdout': ['noise-on-stdout'],
  'a server that ends at once': ['server-exits', 'server-silent', 'server-broken'],
  'the answer 404': ['remote-not-found', 'shim-instead-of-stdio'],
  'the answers 401 and 403': ['remote-refuses-key', 'header-unfilled'],
  'one transport in place of the other': ['transport-mismatch', 'path-says-other-transport', 'unsupported-transport'],
  'localhost that is two addresses': ['loopback-mismatch'],
  'no daemon, or a proxy that takes loopback': ['daemon-not-running', 'proxy-takes-loopback'],
  'a server that works in the terminal and not in the app': ['works-in-one-environment', 'program-not-found', 'path-of-package'],
  'one server key twice in a map': ['duplicate-key'],
  'copies of an entry that differ between assistants': ['drift-between-clients'],
  'a container without Docker': ['docker-not-running', 'server-exits'],
  'a cache of npx that was left half updated': ['npx-cache-left', 'server-exits'],
  'an extension of the app that its interpreter cannot run': ['extension-interpreter'],
  'plain http to another host': ['plain-http'],
  'a --workspace that does not exist': ['dead-workspace'],
  'a placeholder that was not replaced': ['placeholder-left'],
  'a switch without effect': ['disabled-without-effect'],
  'a field of another assistant': ['foreign-field'],
  'an answer that is no MCP': ['remote-error', 'remote-unreachable'],
  'tools that cost many tokens': ['expensive-tools'],
  'a program that is not executable': ['program-not-executable'],
  'an entry that starts nothing': ['no-command-or-url', 'field-missing'],
  'a slip in the name of a field': ['misspelt-field', 'no-command-or-url', 'wrong-url-field'],
  'servers pasted beside the right key': ['wrong-key'],
  'a container with a terminal, in the background or without input': ['container-input', 'server-exits'],
  'a Windows path on another system': ['path-of-other-system', 'wsl-path-mismatch'],
  'an address that is none': ['address-scheme'],
  'an input that nobody defined': ['input-undefined'],
  'a directory that the server is for and that is not there': ['server-path-missing'],
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
  'neither command nor url': 'no-command-or-url/every-shape',
  'wrong key beside the right one': 'wrong-key/beside-the-right-one',
  'docker -it': 'container-input/terminals',
  'mistyped scheme': 'address-scheme/slips',
  'key twice in YAML': 'duplicate-key/yaml',
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

  it('has a failure for every diagnostic', () => {
    const known = new Set(Object.values(catalogue).flat());
    expect(
      [...ids].filter((id) => !known.has(id)),
      'Add each of them to the list at the top of this file: to the failure that it names, or to a new one.',
    ).toEqual([]);
  });
});
