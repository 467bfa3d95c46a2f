import type { DependencyFinding } from './manifest.ts';
import { pythonImports } from '../python/imports-and-names.ts';
import { isDeclaredPython, isStandard } from '../python/packages.ts';
import { pythonTexts, type Reader } from './read-manifests.ts';

const maxPythonFiles = 20_000;

/**
 * Packages that files of Python import and that no manifest of the workspace names; one finding for each.
 * @param among the files that are read. @param rest lets others work.
 */
export async function undeclaredInPython(
  among: readonly string[],
  files: readonly string[],
  reader: Reader,
  rest: () => Promise<void>,
): Promise<{ readonly found: readonly DependencyFinding[]; readonly problem?: string }> {
  const sources = among.filter((path) => path.endsWith('.py'));
  if (sources.length === 0) return { found: [] };
  const manifests = files.filter((path) => pythonTexts.test(path));
  if (!manifests.some((path) => /pyproject\.toml$|requirements|setup\.|Pipfile$/.test(path)))
    return {
      found: [],
      problem: 'Imports in Python are not compared: there is no pyproject.toml, setup.py, setup.cfg, Pipfile or requirements file.',
    };
  if (sources.length > maxPythonFiles)
    return { found: [], problem: `Imports in Python are not compared: there are more than ${maxPythonFiles} files.` };
  const texts = (await Promise.all(manifests.map(async (file) => reader.text(file)))).join('\n').toLowerCase().replaceAll(/[_.]/g, '-');
  const local = new Set(files.flatMap((path) => path.split('/').map((part) => part.replace(/\.pyi?$|\.pyx$|\.so$/, ''))));
  const seen = new Map<string, DependencyFinding>();
  for (const [index, file] of sources.entries()) {
    if (index % 200 === 0) await rest();
    if (/(?:^|\/)(?:docs?|examples?|samples?|scripts|tools|benchmarks?|ci|\.github)\//.test(file)) continue;
    for (const { module, line } of pythonImports(await reader.text(file))) {
      const [name = ''] = module.split('.', 1);
      // One that begins with a point is of the package itself.
      if (name === '' || isStandard(name) || local.has(name) || seen.has(name) || isDeclaredPython(name, texts)) continue;
      seen.set(name, {
        file,
        line,
        severity: 'warning',
        rule: 'undeclared-import',
        message: `"${name}" is imported here, and no file of this workspace that declares dependencies names it.`,
        fix: 'Declare the package that brings it.',
        reason: 'Packages of Python may be installed under another name than they are imported by; the usual ones are known.',
        confidence: 70,
      });
    }
  }
  return { found: [...seen.values()] };
}
