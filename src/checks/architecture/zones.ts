import type { CheckFinding } from '../report.ts';
import type { Breach, Importer } from './rules.ts';

/** A group of files, and a file's place in it. */
export interface Zone {
  /** What rules call it. Several zones may share a name: components are many, and each is one. */
  readonly names: readonly string[];
  /** The files that belong together, as one text: imports between them are no business of the rules. */
  readonly unit: string;
}

/** Which groups of files may import which: what layers, tags and elements have in common. */
export interface ZoneRules {
  readonly severity: CheckFinding['severity'];
  /** `undefined`: the rules say nothing of this file. */
  zoneOf(file: string): Zone | undefined;
  /** Why a zone may not import another, in a sentence; `undefined` where it may. */
  refusal(from: Zone, to: Zone): { readonly rule: string; readonly message: string } | undefined;
}

/** The rules that could be read, and what could not, in sentences. */
export interface ReadZones {
  readonly rules?: ZoneRules | undefined;
  readonly notJudged: readonly string[];
}

/** The imports that cross zones where they may not. */
export function findZoneBreaches({ severity, zoneOf, refusal }: ZoneRules, importers: readonly Importer[]): readonly Breach[] {
  const zones = new Map<string, Zone | undefined>();
  const zoneAt = (file: string): Zone | undefined => {
    if (!zones.has(file)) zones.set(file, zoneOf(file));
    return zones.get(file);
  };
  return importers.flatMap(({ file, imports }) => {
    const from = zoneAt(file);
    if (from === undefined) return [];
    return imports.flatMap(({ to, line, through, isResolved }): readonly Breach[] => {
      const target = isResolved ? zoneAt(to) : undefined;
      if (target === undefined || target.unit === from.unit) return [];
      const refused = refusal(from, target);
      if (refused === undefined) return [];
      return [{ kind: 'forbidden', rule: { name: refused.rule, severity, comment: refused.message }, file, line, to, through }];
    });
  });
}
