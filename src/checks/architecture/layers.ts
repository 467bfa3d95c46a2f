import { cleanLine } from '../../system/index.ts';
import { globTest } from '../../text/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { CheckFinding } from '../report.ts';

/** A layer of a project: its files, and the other layers that they may import. */
export interface LayerSetting {
  readonly name: string;
  /** Patterns such as `src/db/**`, from the root of the workspace. */
  readonly files: readonly string[];
  /** Absent: all. */
  readonly mayImport?: readonly string[] | undefined;
}

/** An import of one file of the workspace by another. */
export interface FileImport {
  readonly from: WorkspacePath;
  readonly to: WorkspacePath;
  readonly line: number;
  /** The files that hand on what is imported, where the import names another file than `to`. */
  readonly through?: readonly WorkspacePath[];
}

/** Imports that cross layers where they may not. A file belongs to the first layer with a pattern for it; what is in no layer is not judged. */
export function breachesOf(layers: readonly LayerSetting[], imports: readonly FileImport[]): readonly CheckFinding[] {
  const tests = layers.map((layer) => ({ layer, matches: layer.files.map(globTest) }));
  const known = new Map<WorkspacePath, LayerSetting | undefined>();
  const layerOf = (file: WorkspacePath): LayerSetting | undefined => {
    if (!known.has(file)) known.set(file, tests.find(({ matches }) => matches.some((matches) => matches(file)))?.layer);
    return known.get(file);
  };
  return imports.flatMap(({ from, line, through = [], to }) => {
    const [own, other] = [layerOf(from), layerOf(to)];
    if (own?.mayImport === undefined || other === undefined || own === other || own.mayImport.includes(other.name)) return [];
    const what = through.length === 0 ? `It imports ${to}.` : `It reaches ${to} through ${through.join(', ')}.`;
    const may = own.mayImport.length === 0 ? 'no other layer' : `only ${own.mayImport.join(', ')}`;
    const message = cleanLine(`${what} Layer "${own.name}" may import ${may}, not "${other.name}".`);
    return [{ file: from, line, severity: 'error', rule: 'layers', message, source: 'snap' }];
  });
}
