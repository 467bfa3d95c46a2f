import { positionAt } from '../../text/index.ts';
import type { DependencyFinding } from './manifest.ts';
import { nearPopular } from './near-names.ts';
import { nearName } from './declared-rules.ts';

interface File {
  readonly file: string;
  readonly text: string;
}

/** go.mod: modules that go.sum does not have, and modules taken from a path on one machine. */
export function* judgeGoModule({ file, text }: File, sum: string | undefined): Generator<DependencyFinding> {
  const replaced = new Set([...text.matchAll(/^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>/gm)].map(([, name = '']) => name));
  for (const { index, 1: name = '', 2: version = '' } of text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w-]+\/\S+)\s+(v\d\S*)/gm)) {
    if (sum === undefined || replaced.has(name) || sum.includes(`${name} ${version}/go.mod `) || sum.includes(`${name} ${version} `))
      continue;
    yield { ...outdated(file, positionAt(text, index + 1).line, 'go.sum', name), fix: 'Run "go mod tidy" and commit go.sum.' };
  }
  for (const { index, 1: path = '' } of text.matchAll(/=>\s+(\/\S+|[A-Za-z]:\\\S+)/gm))
    yield {
      file,
      line: positionAt(text, index).line,
      severity: 'warning',
      rule: 'dependency-place',
      message: `A module is replaced by ${path}, a path on one machine.`,
      fix: 'Use a path inside of the workspace, or remove the line.',
    };
}

/** Cargo.toml: crates that Cargo.lock does not have, and crates from git without a commit. */
export function* judgeCargo({ file, text }: File, lock: string | undefined): Generator<DependencyFinding> {
  let inDependencies = false;
  for (const [index, line] of text.split('\n').entries()) {
    const section = /^\s*\[(.+)\]\s*(?:#.*)?$/.exec(line)?.[1];
    if (section !== undefined) {
      inDependencies = /(?:^|\.)(?:dev-|build-)?dependencies$/.test(section);
      continue;
    }
    const [, key, rest = ''] = /^\s*"?([A-Za-z0-9_-]+)"?\s*=\s*(.+)$/.exec(line) ?? [];
    if (!inDependencies || key === undefined) continue;
    const name = /\bpackage\s*=\s*"([^"]+)"/.exec(rest)?.[1] ?? key;
    if (lock !== undefined && !lock.includes(`name = "${name}"`) && !/\bworkspace\s*=\s*true/.test(rest))
      yield { ...outdated(file, index + 1, 'Cargo.lock', name), fix: 'Run "cargo check" and commit Cargo.lock.' };
    if (/\bgit\s*=\s*"/.test(rest) && !/\b(?:rev|tag)\s*=/.test(rest))
      yield {
        file,
        line: index + 1,
        severity: 'info',
        rule: 'dependency-place',
        message: `"${name}" comes from a git repository and is not bound to a commit.`,
        fix: 'Add "rev", or use a version from the registry.',
      };
  }
}

function outdated(file: string, line: number, lock: string, name: string): Omit<DependencyFinding, 'fix'> {
  return { file, line, severity: 'warning', rule: 'lockfile-outdated', message: `${lock} does not have "${name}" as declared here.` };
}

/** Names that a requirements file declares, with their lines. */
export function requirementsIn(text: string): readonly { readonly name: string; readonly line: number; readonly rest: string }[] {
  return text.split('\n').flatMap((line, index) => {
    const [, name, rest = ''] = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/.exec(line.replace(/(?:^|\s)#.*$/, '')) ?? [];
    return name === undefined || /^(?:https?|git|file)$/.test(name) ? [] : [{ name, line: index + 1, rest }];
  });
}

/** Names in the lists and tables of dependencies of a pyproject.toml; what is written in other ways is left out. */
export function pyprojectIn(text: string): readonly { readonly name: string; readonly line: number; readonly rest: string }[] {
  let isTable = false;
  let isList = false;
  return text.split('\n').flatMap((line, index) => {
    const plain = line.replace(/#(?=[^"']*$).*/, '');
    const section = /^\s*\[+([^\]"]+)\]+\s*$/.exec(plain)?.[1];
    if (section !== undefined) {
      isTable = /^tool\.poetry(?:\.group\.[\w-]+)?\.(?:dev-)?dependencies$/.test(section.trim());
      isList = /^(?:project\.optional-dependencies|dependency-groups)$/.test(section.trim());
      return [];
    }
    if (isTable) {
      const [, name] = /^\s*([A-Za-z0-9][\w.-]*)\s*=/.exec(plain) ?? [];
      return name === undefined || name === 'python' ? [] : [{ name, line: index + 1, rest: plain }];
    }
    if (/^\s*(?:dependencies|dev-dependencies|requires)\s*=\s*\[/.test(plain)) isList = true;
    const names = isList
      ? [...plain.matchAll(/["']([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?=["'<>=!~;@ ])/g)].map(([, name = '']) => name)
      : [];
    if (isList && /^\s*\]\s*$|\]\s*$/.test(plain) && !/\[[^\]]*\]\s*[<>=~"']/.test(plain)) isList = false;
    return names.map((name) => ({ name, line: index + 1, rest: plain }));
  });
}

/** A manifest of Python: near names, and places without encryption. */
export function* judgePython({ file, text }: File): Generator<DependencyFinding> {
  const names = file.endsWith('.toml') ? pyprojectIn(text) : requirementsIn(text);
  for (const { name, line, rest } of names) {
    const meant = /@\s*(?:\.|file:)/.test(rest) ? undefined : nearPopular(name, 'pypi');
    if (meant !== undefined) yield nearName({ file, line, name, meant });
  }
  for (const { index } of text.matchAll(
    /^\s*(?:--(?:extra-)?index-url[ =]+|--trusted-host\b|-[if]\s+)(?:http:\/\/\S+|(?<=--trusted-host)\s*\S+)|(?<=@\s*)(?:git\+)?http:\/\/\S+/gm,
  ))
    yield {
      file,
      line: positionAt(text, index + 1).line,
      severity: 'warning',
      rule: 'dependency-place',
      message: 'Packages are fetched without encryption or without a check of the server.',
      fix: 'Use https.',
    };
}
