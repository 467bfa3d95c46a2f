import type { Declared, DependencyFinding, Manifest } from './manifest.ts';
import { nearPopular } from './near-names.ts';

/** What the declarations of one package.json say by themselves. `own`: names of the packages of this workspace. */
export function* judgeDeclared(manifest: Manifest, own: ReadonlySet<string>): Generator<DependencyFinding> {
  for (const one of manifest.declared) {
    if (own.has(one.name)) continue;
    const place = placeFinding(manifest, one);
    if (place !== undefined) yield place;
    // Under another name the package is the one that the spec names.
    const name = /^npm:((?:@[^/@]+\/)?[^@]+)/.exec(one.spec)?.[1] ?? one.name;
    const meant = /^(?:workspace|link|file|portal):/.test(one.spec) ? undefined : nearPopular(name, 'npm');
    if (meant !== undefined) yield nearName({ file: manifest.file, line: one.line, name, meant });
  }
}

/** A package whose name differs from that of a much used one by a slip. */
export function nearName({
  file,
  line,
  name,
  meant,
}: {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly meant: string;
}): DependencyFinding {
  return {
    file,
    line,
    severity: 'warning',
    rule: 'near-name',
    message: `"${name}" differs by a slip from "${meant}", which is used far more often.`,
    fix: `Check that "${name}" is meant; packages with such names have been published to be installed by mistake.`,
    reason: 'It is not among the much used names that snap knows.',
    confidence: 70,
  };
}

function placeFinding({ file }: Manifest, { name, spec, line, section }: Declared): DependencyFinding | undefined {
  const finding = (message: string, fix: string, severity: 'warning' | 'info' = 'info'): DependencyFinding => ({
    file,
    line,
    severity,
    rule: 'dependency-place',
    message,
    fix,
  });
  if (/^(?:git\+)?http:\/\//.test(spec))
    return finding(`"${name}" is fetched without encryption.`, 'Use https, or the registry.', 'warning');
  if (spec.startsWith('https://') && !spec.endsWith('.git'))
    return finding(
      `"${name}" is fetched from an address: what is there can change.`,
      'Use a version from the registry where there is one.',
    );
  if (
    /^(?:git[+:]|github:|gitlab:|bitbucket:|gist:|ssh:)|\.git(?:#|$)|^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(spec) &&
    !/#(?:[0-9a-f]{7,40}|semver:.*)$/.test(spec)
  )
    return finding(
      `"${name}" comes from a git repository and is not bound to a commit.`,
      'Add "#" and the commit, or use a version from the registry.',
    );
  if (section !== 'devDependencies' && /^file:(?:\/|~|[A-Za-z]:)/.test(spec))
    return finding(`"${name}" is a path on one machine.`, 'Use a path inside of the workspace, or a version from the registry.');
  return undefined;
}
