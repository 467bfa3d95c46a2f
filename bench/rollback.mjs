// Runs of real edits with a break planted in one of them: does svc_suggest_rollback name the last snapshot before it first?
//   node bench/run.mjs rollback <repository> … [--runs 60] [--seed 1]     reads the histories, writes nothing, downloads nothing
import { basename } from 'node:path';
import { bundled } from './support/bundled.mjs';
import { keep, machineLine, table } from './support/report.mjs';

const wanted = 95;

export async function rollback({ paths, runs: trials = 60, seed = 1 }) {
  if (paths.length === 0) {
    console.log('Skipped: name repositories, as in: npm run bench -- rollback ../fastify ../requests');
    return true;
  }
  const { tryRollbacks } = await bundled('rollback');
  console.log(`${machineLine()}\n${trials} runs of each repository, seed ${seed}\n`);
  const all = paths.flatMap((path) => tryRollbacks(path, { trials, seed }).map((one) => ({ ...one, repository: basename(path) })));
  const share = (list, is) => (list.length === 0 ? '' : ((100 * list.filter(is).length) / list.length).toFixed(1));
  const heads = ['runs', 'steps', 'snap @1 %', 'snap @3 %', 'newest %', "before the file's last change %"];
  const cells = (list) => [
    list.length,
    (list.reduce((sum, { steps }) => sum + steps, 0) / Math.max(1, list.length)).toFixed(1),
    share(list, (one) => one.snap),
    share(list, (one) => one.inThree),
    share(list, (one) => one.newest),
    share(list, (one) => one.beforeLastChange),
  ];
  const by = (key) => [...grouped(all, key)].map(([name, list]) => [name, ...cells(list)]);
  console.log(table(['repository', ...heads], [...by('repository'), ['all', ...cells(all)]]));
  console.log(`\n${table(['break', ...heads], by('kind'))}`);
  console.log(`\n${table(['the reason says', ...heads], by('says'))}`);
  const bands = [0, 0.3, 0.5, 0.7, 0.9].map((from, i, list) => {
    const inBand = all.filter(({ confidence }) => confidence >= from && confidence < (list[i + 1] ?? 2));
    return [`${Math.round(100 * from)} and more`, inBand.length, share(inBand, (one) => one.snap)];
  });
  console.log(`\n${table(['confidence', 'runs', 'right %'], bands)}`);
  for (const miss of all.filter((one) => !one.snap).slice(0, 12)) console.log(`missed: ${miss.repository}, ${miss.kind}: ${miss.reason}`);
  keep('rollback', { outcomes: all });
  const reached = Number(share(all, (one) => one.snap));
  console.log(`\nthe last good snapshot first: ${reached} % (target: ${wanted} %)`);
  return reached >= wanted;
}

function grouped(list, key) {
  const groups = new Map();
  for (const one of list) groups.set(one[key], [...(groups.get(one[key]) ?? []), one]);
  return groups;
}
