import { addHits, emptyFile, hitsIn, InvalidReport, lineIn, maxEntries, type MutableFile, type Report } from '../report.ts';
import { readXml } from './xml.ts';

/** The two formats in XML, told apart by their root element. */
export function readXmlReport(text: string): Report {
  const root = /<(report|coverage)[\s>]/.exec(text.slice(0, 20_000));
  if (root?.[1] === 'report') return readJacoco(text);
  if (/<coverage[^>]*\s(?:generated|clover)=/.test(text.slice(0, 20_000)))
    throw new InvalidReport('snap does not read Clover; have the tool write Cobertura or lcov');
  if (root?.[1] === 'coverage') return readCobertura(text);
  throw new InvalidReport('its root element belongs to no coverage report');
}

/**
 * Cobertura, which coverage.py, istanbul, gcovr, tarpaulin and others write. A file comes once for each class in it; lines of methods
 * are named again in their class. https://github.com/cobertura/web/blob/master/htdocs/xml/coverage-04.dtd (2026-11-22)
 */
function readCobertura(text: string): Report {
  const files = new FileList(text);
  const roots: string[] = [];
  let madeAtMs: number | undefined;
  let file: MutableFile | undefined;
  /** Lines of methods: where a class has none of its own. In a report of istanbul they are declarations, which are not counted. */
  let ofMethods: Map<number, number> | undefined;
  let method = 0;
  readXml(text, {
    open(name, attributes) {
      if (name === 'coverage') madeAtMs = timeIn(attributes['timestamp']);
      else if (name === 'class' && attributes['filename'] !== undefined) {
        file = files.of(attributes['filename']);
        ofMethods = new Map();
      } else if (name === 'method') method += 1;
      else if (name === 'line' && file !== undefined) {
        files.count();
        const [line, hits] = [lineIn(attributes['number']), hitsIn(attributes['hits'])];
        if (line === undefined || hits === undefined) return;
        const lines = method > 0 ? (ofMethods ?? file.lines) : file.lines;
        lines.set(line, Math.max(lines.get(line) ?? 0, hits));
        if (method === 0) conditions(file, line, attributes['condition-coverage']);
      }
    },
    close(name) {
      if (name === 'method') method -= 1;
      if (name !== 'class' || file === undefined) return;
      if (file.lines.size === 0) for (const [line, hits] of ofMethods ?? []) file.lines.set(line, hits);
      file = undefined;
    },
    text(content, parent) {
      if (parent === 'source' && roots.length < 100) roots.push(content);
    },
  });
  return { format: 'cobertura', files: files.all(), roots, madeAtMs, remarks: [] };

  function conditions(of: MutableFile, line: number, text: string | undefined): void {
    const [, covered, total] = /\((\d{1,6})\/(\d{1,6})\)/.exec(text ?? '') ?? [];
    for (let i = 0; i < Math.min(Number(total ?? 0), 10_000); i += 1) {
      files.count();
      of.branches.set(`${line}:${i}`, i < Number(covered) ? 1 : 0);
    }
  }
}

/**
 * JaCoCo: a line was run when an instruction of it was. https://www.jacoco.org/jacoco/trunk/coverage/report.dtd (2026-11-22)
 */
function readJacoco(text: string): Report {
  const files = new FileList(text);
  let madeAtMs: number | undefined;
  let directory = '';
  let owner = '';
  let file: MutableFile | undefined;
  const methods: { readonly path: string; readonly key: string; hits: number }[] = [];
  readXml(text, {
    open(name, attributes, parent) {
      const path = (source: string): string => (directory === '' ? source : `${directory}/${source}`);
      if (name === 'sessioninfo') madeAtMs = Math.max(madeAtMs ?? 0, timeIn(attributes['dump']) ?? 0) || undefined;
      if (name === 'package') directory = attributes['name'] ?? '';
      if (name === 'class') owner = attributes['sourcefilename'] ?? '';
      if (name === 'sourcefile') file = files.of(path(attributes['name'] ?? ''));
      if (name === 'method') {
        files.count();
        methods.push({
          path: path(owner),
          key: `${attributes['line'] ?? 0}:${attributes['name'] ?? ''}${attributes['desc'] ?? ''}`,
          hits: 0,
        });
      }
      const last = methods.at(-1);
      if (name === 'counter' && parent === 'method' && attributes['type'] === 'METHOD' && last !== undefined) {
        last.hits = hitsIn(attributes['covered']) ?? 0;
      }
      if (name === 'line' && file !== undefined) readJacocoLine(file, attributes, () => files.count());
    },
    close(name) {
      if (name === 'sourcefile') file = undefined;
    },
  });
  for (const { path, key, hits } of methods) {
    const at = files.has(path);
    if (at !== undefined) addHits(at.functions, key, hits);
  }
  return { format: 'jacoco', files: files.all(), roots: [], madeAtMs, remarks: [] };
}

function readJacocoLine(file: MutableFile, attributes: Readonly<Record<string, string>>, count: () => void): void {
  const line = lineIn(attributes['nr']);
  if (line === undefined) return;
  count();
  file.lines.set(line, (file.lines.get(line) ?? 0) + (hitsIn(attributes['ci']) ?? 0));
  const [missed, covered] = [hitsIn(attributes['mb']) ?? 0, hitsIn(attributes['cb']) ?? 0];
  for (let i = 0; i < Math.min(missed + covered, 10_000); i += 1) {
    count();
    file.branches.set(`${line}:${i}`, i < covered ? 1 : 0);
  }
}

/** Milliseconds since 1970; some tools write seconds, of which the whole second is meant. */
function timeIn(text: string | undefined): number | undefined {
  const number = text !== undefined && /^\d{9,14}(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (number === undefined) return undefined;
  return number < 100_000_000_000 ? number * 1000 + 999 : number;
}

class FileList {
  readonly #files = new Map<string, MutableFile>();
  readonly #most: number;
  #entries = 0;

  constructor(text: string) {
    // Conditions are told by their number; nothing else takes fewer letters than this.
    this.#most = Math.min(maxEntries, 100_000 + text.length);
  }

  of(path: string): MutableFile {
    const file = this.#files.get(path) ?? emptyFile(path);
    this.#files.set(path, file);
    return file;
  }

  has(path: string): MutableFile | undefined {
    return this.#files.get(path);
  }

  count(): void {
    this.#entries += 1;
    if (this.#entries > this.#most) throw new InvalidReport('it holds more lines than are read');
  }

  all(): readonly MutableFile[] {
    return [...this.#files.values()];
  }
}
