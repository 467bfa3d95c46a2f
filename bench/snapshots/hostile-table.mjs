import { table } from '../support/report.mjs';

const longestShown = 60;

/** @param results of hostile.ts. @returns whether ours passed every case. */
export function printCases(results) {
  const engines = Object.keys(results[0].wrong);
  const passed = (from) =>
    engines.map((name) => results.filter((one) => (from === undefined || one.from === from) && one.wrong[name].length === 0).length);
  console.log(
    `## hostile workspaces\n\n${table(
      ['case', ...engines],
      [
        ...results.map(({ name, wrong }) => [name, ...engines.map((engine) => short(wrong[engine]))]),
        [`passed of the ${results.filter(({ from }) => from === 'facts').length} known`, ...passed('facts')],
        [`passed of all ${results.length}`, ...passed()],
      ],
    )}\n`,
  );
  return results.every(({ wrong }) => (wrong.snap ?? []).length === 0);
}

function short([first]) {
  if (first === undefined) return 'P';
  return first
    .replaceAll('|', '/')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, longestShown);
}
