import { isRecord, textIn, textsIn } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** What the project allows of what it builds. */
export interface Budget {
  /** Where it is written. */
  readonly file: WorkspacePath;
  readonly setting: string;
  /** Patterns of the files that are added up, from the root; `each`: every file by itself. */
  readonly paths: readonly string[];
  readonly each: boolean;
  readonly limit: number;
  /** As the project writes it. */
  readonly limitText: string;
  readonly compression: Compression;
}

export type Compression = 'brotli' | 'gzip' | 'none';

export interface Budgets {
  readonly budgets: readonly Budget[];
  /** Budgets that cannot be judged without the project's own tool, in sentences. */
  readonly others: readonly string[];
}

/** Budgets in package.json, and in the file of size-limit. */
export function budgetsIn(manifest: unknown, sizeLimit?: { readonly file: WorkspacePath; readonly value: unknown }): Budgets {
  const all = isRecord(manifest) ? manifest : {};
  const found: Budgets[] = [
    ofSizeLimit('package.json', 'size-limit', all['size-limit'], all),
    ...(sizeLimit === undefined ? [] : [ofSizeLimit(sizeLimit.file, 'entry', sizeLimit.value, all)]),
    ofBundlesize('bundlesize', all['bundlesize']),
    ofBundlesize('bundlewatch', isRecord(all['bundlewatch']) ? all['bundlewatch']['files'] : undefined),
  ];
  return { budgets: found.flatMap(({ budgets }) => budgets), others: [...new Set(found.flatMap(({ others }) => others))] };
}

/** https://github.com/ai/size-limit#config (2026-11-22): only its plugin for files measures files as they are. */
function ofSizeLimit(file: WorkspacePath, name: string, value: unknown, manifest: Readonly<Record<string, unknown>>): Budgets {
  if (!Array.isArray(value)) return { budgets: [], others: [] };
  const uses = (plugin: string): boolean =>
    ['dependencies', 'devDependencies'].some((key) => isRecord(manifest[key]) && Object.hasOwn(manifest[key], plugin));
  const bundles = ['@size-limit/preset-small-lib', '@size-limit/preset-big-lib', '@size-limit/webpack', '@size-limit/esbuild'].some(uses);
  const others: string[] = [];
  const budgets: Budget[] = [];
  for (const [i, entry] of value.entries()) {
    if (!isRecord(entry)) continue;
    const limitText = textIn(entry['limit']);
    const limit = limitText === undefined ? undefined : bytesOf(limitText, 'decimal');
    const paths = typeof entry['path'] === 'string' ? [entry['path']] : textsIn(entry['path']);
    if (limit === undefined || limitText === undefined || paths.length === 0) continue;
    if ((bundles && entry['webpack'] !== false) || entry['import'] !== undefined || paths.some((path) => path.startsWith('!'))) {
      others.push(`${file}: size-limit bundles what it measures, so that it alone judges its limits.`);
      continue;
    }
    const compression = entry['gzip'] === true ? 'gzip' : entry['brotli'] === false ? 'none' : 'brotli';
    budgets.push({ file, setting: `${name} ${textIn(entry['name']) ?? i + 1}`, paths, each: false, limit, limitText, compression });
  }
  return { budgets, others };
}

/** https://github.com/siddharthkp/bundlesize#configuration, https://bundlewatch.io/reference/configuration/ (2026-11-22) */
function ofBundlesize(name: string, value: unknown): Budgets {
  const budgets: Budget[] = [];
  for (const [i, entry] of (Array.isArray(value) ? value : []).entries()) {
    if (!isRecord(entry)) continue;
    const [path, limitText, compression] = [textIn(entry['path']), textIn(entry['maxSize']), entry['compression']];
    const limit = limitText === undefined ? undefined : bytesOf(limitText, 'binary');
    if (path === undefined || limit === undefined || limitText === undefined) continue;
    const packed = compression === 'brotli' || compression === 'none' ? compression : 'gzip';
    budgets.push({ file: 'package.json', setting: `${name} ${i + 1}`, paths: [path], each: true, limit, limitText, compression: packed });
  }
  return { budgets, others: [] };
}

/** `10 kB` as bytes. size-limit counts 1,000 in it, the others 1,024; `KiB` is 1,024 everywhere. */
export function bytesOf(text: string, kind: 'decimal' | 'binary'): number | undefined {
  const [, number, unit = ''] = /^\s*(\d{1,9}(?:\.\d{1,6})?)\s*(|b|kb|mb|gb|kib|mib|gib)\s*$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  const base = kind === 'binary' || /ib$/i.test(unit) ? 1024 : 1000;
  return Number(number) * base ** ' kmg'.indexOf(unit === '' || /^b$/i.test(unit) ? ' ' : unit.charAt(0).toLowerCase());
}
