/** What programs say when something is missing on the machine that snap does not fetch. None of it is an error of the code. */
const signs: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/(?:sh|bash|env|dash): (?:line )?(?:\d+: )?['"‘]?([\w@./-]+)['"’]?: (?:command )?not found/, ([, name]) => `${name} is not installed`],
  [/env: ['"‘]?([\w@./-]+)['"’]?: No such file or directory/, ([, name]) => `${name} is not installed`],
  [/command not found: ([\w@./-]+)/i, ([, name]) => `${name} is not installed`],
  [/'([\w@./-]+)' is not recognized as an internal or external command/, ([, name]) => `${name} is not installed`],
  [
    /node_modules (?:is )?missing|Couldn't find the node_modules state file|node_modules state file/i,
    () => 'its packages are not installed',
  ],
  [/Cannot find module '[^']*node_modules[\\/]([^'\\/]+)/, ([, name]) => `${name} is not installed`],
  [/module lookup disabled by GOPROXY=off/, () => 'modules of Go that it needs are not in the module cache'],
  [/go\.mod requires go >= ([\d.]+)/, ([, version]) => `it needs Go ${version}`],
  [/rustup could not choose a version|toolchain '[^']*' is not installed/, () => 'no Rust toolchain is set up'],
  [
    /(?:remove the `?--offline|without the offline flag|in the offline mode|you may wish to retry without)/i,
    () => 'crates that it needs are not on this machine',
  ],
  [
    /Cannot access .{0,300} in offline mode|is not cached in the local repository/i,
    () => 'artifacts that it needs are not in the local repository',
  ],
  [/No cached version of .{0,300} available for offline mode/, () => 'artifacts that it needs are not in the cache of Gradle'],
  [/Network access disabled by the environment|YN0080|ENOTCACHED/, () => 'its package manager, or a package, is not on this machine'],
  [/No module named '?([\w.]+)'?/, ([, name]) => `the Python module ${name} is not installed`],
];

/** Why a program could not do its work on this machine, in a sentence without its end; `undefined` where it said nothing of the kind. */
export function missingPart(output: string): string | undefined {
  for (const [sign, inWords] of signs) {
    const found = sign.exec(output);
    if (found !== null) return `${inWords(found)}, and snap installs nothing`;
  }
  return undefined;
}
