import { describe, expect, it } from 'vitest';
import {
  catalogue,
  nearPackage,
  nearRows,
  rowAt,
  rowNamed,
  rowOfPackage,
  rowOfRepository,
} from '../../../src/cli/add/catalogue/catalogue.ts';
import { nameOfAddress, nameOfCommand } from '../../../src/cli/add/names.ts';

const texts = (row: (typeof catalogue)[number]): string => JSON.stringify(row.entries);
const references = (row: (typeof catalogue)[number]): readonly string[] => [
  ...new Set([...texts(row).matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)),
];

describe('the catalogue', () => {
  it('has thirty servers or more, each under names of its own', () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(30);
    const names = catalogue.flatMap(({ aliases = [], id }) => [id, ...aliases]);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(catalogue.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id).toSorted());
  });

  it.each(catalogue.map((row) => [row.id, row] as const))('%s is complete', (_, row) => {
    expect(row.asOf).toMatch(/^202[56]-\d\d-\d\d$/);
    for (const source of row.sources) expect(source).toMatch(/^https:\/\/[\w.-]+\/\S+$/);
    expect(row.says).toMatch(/^[A-Z].*[^.]$/);
    expect(row.says.length).toBeLessThan(80);
    // Every variable is explained, and every explained one is used. The same for what a person fills in.
    expect(references(row).toSorted()).toEqual((row.variables ?? []).map(({ name }) => name).toSorted());
    const blanks = [...texts(row).matchAll(/"(<[^"]+>)"/g)].map(([, blank]) => blank);
    expect(blanks).toEqual((row.blanks ?? []).map(({ placeholder }) => placeholder));
    for (const entry of row.entries) {
      if ('url' in entry) expect(new URL(entry.url).protocol).toBe('https:');
      else expect(['npx', 'uvx', 'docker']).toContain(entry.command);
    }
  });

  it('finds a row by its names, its packages, its addresses and its repository', () => {
    for (const row of catalogue) {
      expect(rowNamed(row.id.toUpperCase())).toBe(row);
      for (const entry of row.entries) if ('url' in entry) expect(rowAt(`${entry.url.replace(/\/$/, '')}/?a=b`)).toBe(row);
    }
    expect(rowOfPackage('@upstash/context7-mcp')?.id).toBe('context7');
    expect(rowOfPackage('mcp-server-git')?.id).toBe('git');
    expect(rowOfPackage('mcp-remote')).toBeUndefined();
    expect(rowOfRepository('https://github.com/upstash/context7.git')?.id).toBe('context7');
    expect(rowOfRepository('git+https://github.com/Grafana/mcp-grafana#main')?.id).toBe('grafana');
    // Several servers are in this one.
    expect(rowOfRepository('https://github.com/modelcontextprotocol/servers')).toBeUndefined();
    expect(rowOfRepository('https://github.com/someone/else')).toBeUndefined();
    // One file in it is cited for Linear's address; it is not Linear's repository.
    expect(rowOfRepository('https://github.com/anthropics/claude-plugins-official')).toBeUndefined();
    expect(rowOfRepository('https://github.com/github/github-mcp-server')?.id).toBe('github');
  });

  // What snap takes from an address or a command line is what the catalogue calls the server, or close to it.
  it('has names that the same entries give without it', () => {
    const other = catalogue.flatMap(({ entries: [entry], id }) => {
      const name = 'url' in entry ? nameOfAddress(entry.url) : nameOfCommand([entry.command, ...entry.args]);
      return name === id ? [] : [`${id}: ${name}`];
    });
    expect(other).toEqual(['github: githubcopilot', 'perplexity: perplexity-ai', 'svelte: sveltejs']);
  });

  it.each([
    ['contxt7', 'context7'],
    ['contex7', 'context7'],
    ['playwrite', 'playwright'],
    ['githb', 'github'],
    ['linear-mcp', 'linear'],
    ['mcp-server-notion', 'notion'],
    ['brave', 'brave-search'],
  ])('takes %s for %s', (word, id) => {
    expect(nearRows(word).map((row) => row.id)).toContain(id);
  });

  it.each(['foo', 'weather', 'server', 'mcp'])('takes %s for nothing', (word) => {
    expect(nearRows(word)).toEqual([]);
  });

  it.each([
    ['@upstach/context7-mcp', '@upstash/context7-mcp'],
    ['@modelcontextprotocal/server-filesystem', '@modelcontextprotocol/server-filesystem'],
    ['modelcontextprotocol-server-memory', '@modelcontextprotocol/server-memory'],
    ['chrome-devtool-mcp', 'chrome-devtools-mcp'],
    ['firecrawl_mcp', 'firecrawl-mcp'],
    ['mcp-server-tiem', 'mcp-server-time'],
  ])('warns of %s', (name, known) => {
    expect(nearPackage(name)).toBe(known);
  });

  it.each(['@upstash/context7-mcp', 'mcp-server-git', '@acme/mcp', 'mcp-server-postgres', 'left-pad', 'mcp-remote'])(
    'is silent about %s',
    (name) => {
      expect(nearPackage(name)).toBeUndefined();
    },
  );
});
