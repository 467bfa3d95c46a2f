/** What a file takes from a package: the package's name as the language spells it, and the names that are imported from it. */
export type ImportedNames = ReadonlyMap<string, readonly string[]>;

/** Packages that a text imports, by simple patterns: a wrong one only asks the documentation for a library that the manifest does not have. */
export function importedNames(path: string, text: string): ImportedNames {
  const found = new Map<string, Set<string>>();
  const add = (name: string, names: string): void => {
    const known = found.get(name) ?? new Set<string>();
    found.set(name, known);
    for (const [, word = ''] of names.matchAll(/([A-Za-z_$][\w$]*)(?:\s+as\s+\w+)?/g))
      if (!/^(type|as|default|import)$/.test(word)) known.add(word);
  };
  if (/\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(path)) {
    for (const [, names = '', from = ''] of text.matchAll(
      /^\s*(?:import|export)\s+(?:type\s+)?([\w$*{},\s]*?)\s*from\s*['"]([^'"\n]+)['"]/gm,
    )) {
      const name = packageOf(from);
      if (name !== undefined) add(name, /\{([^}]*)\}/.exec(names)?.[1] ?? '');
    }
    for (const [, from = ''] of text.matchAll(/(?:\brequire\(|\bimport\(|^\s*import)\s*['"]([^'"\n]+)['"]/gm)) {
      const name = packageOf(from);
      if (name !== undefined) add(name, '');
    }
  } else if (/\.pyi?$/.test(path)) {
    for (const [, from = '', names = ''] of text.matchAll(/^\s*from\s+([A-Za-z_]\w*)[\w.]*\s+import\s+\(?([\w,\s]+?)\)?$/gm))
      add(from, names);
    for (const [, from = ''] of text.matchAll(/^\s*import\s+([A-Za-z_]\w*)/gm)) add(from, '');
  } else if (path.endsWith('.go')) {
    for (const [, from = ''] of text.matchAll(/^\s*(?:import\s+)?(?:[\w.]+\s+)?"([\w-]+\.[\w./-]+)"/gm)) add(from, '');
  } else if (path.endsWith('.rs')) {
    for (const [, from = ''] of text.matchAll(/^\s*(?:pub\s+)?use\s+([a-z_]\w*)::/gm)) add(from, '');
  }
  return new Map([...found].map(([name, names]) => [name, [...names]]));
}

/** The package of a specifier; `undefined` for a relative one, a builtin, an alias and an address. */
function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|#|~|@\/|node:|bun:|deno:|https?:|data:|virtual:)/.test(specifier)) return undefined;
  return /^(?:@[\w.-]+\/)?[\w.-]+/.exec(specifier)?.[0];
}
