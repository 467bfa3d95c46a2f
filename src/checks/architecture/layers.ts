import picomatch from 'picomatch';
import { isRecord, textsIn } from '../../system/index.ts';
import type { CheckFinding } from '../report.ts';
import type { ReadZones, ZoneRules } from './zones.ts';

/** A layer of a project: its files, and the other layers that they may import. */
export interface LayerSetting {
  readonly name: string;
  /** Patterns as `src/db/**`, from the root of the workspace. */
  readonly files: readonly string[];
  /** Absent: all. */
  readonly mayImport?: readonly string[] | undefined;
}

/** A file belongs to the first layer that holds it. What is in no layer is not judged. */
export function layerRules(layers: readonly LayerSetting[], severity: CheckFinding['severity']): ZoneRules {
  const matchers = layers.map(({ name, files }) => ({ name, isIn: picomatch([...files], { dot: true }) }));
  const allowed = new Map(layers.map(({ name, mayImport }) => [name, mayImport]));
  return {
    severity,
    zoneOf(file) {
      const name = matchers.find(({ isIn }) => isIn(file))?.name;
      return name === undefined ? undefined : { names: [name], unit: name };
    },
    refusal(from, to) {
      const may = allowed.get(from.unit);
      if (may === undefined || may.includes(to.unit)) return undefined;
      return {
        rule: 'layers',
        message: `Layer "${from.unit}" may import ${may.length === 0 ? 'no other layer' : `only ${may.join(', ')}`}, not "${to.unit}".`,
      };
    },
  };
}

/**
 * `boundaries` of a `.fallowrc.json`: zones by patterns, and for some of them the zones that they may import.
 * https://docs.rs/fallow-config/3.19.0/fallow_config/struct.BoundaryConfig.html (read 2026-11-22)
 */
export function fallowRules(config: unknown): ReadZones {
  const boundaries = isRecord(config) ? config['boundaries'] : undefined;
  if (!isRecord(boundaries)) return { notJudged: [] };
  const zones = records(boundaries['zones']);
  const isPlain = zones.every(
    (zone) => typeof zone['name'] === 'string' && zone['autoDiscover'] === undefined && zone['root'] === undefined,
  );
  if (!isPlain || zones.length === 0 || boundaries['preset'] !== undefined)
    return { notJudged: ['The zones of the fallow configuration are not judged: some of them are made by fallow itself.'] };
  const rules = records(boundaries['rules']);
  const layers = zones.map((zone): LayerSetting => {
    const own = rules.filter((rule) => rule['from'] === zone['name']);
    return {
      name: String(zone['name']),
      files: textsIn(zone['patterns']),
      mayImport: own.length === 0 ? undefined : own.flatMap((rule) => textsIn(rule['allow'])),
    };
  });
  return { rules: layerRules(layers, severityOf(isRecord(config) ? config['rules'] : undefined)), notJudged: [] };
}

function severityOf(rules: unknown): CheckFinding['severity'] {
  const value = isRecord(rules) ? rules['boundary-violation'] : undefined;
  return value === 'warn' ? 'warning' : value === 'off' ? 'info' : 'error';
}

function records(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
