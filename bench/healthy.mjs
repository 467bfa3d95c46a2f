// False alarms: healthy files of every client, judged on a machine that has what they name. An error in one of them is a false alarm.
//   node bench/run.mjs healthy            SNAP_BENCH_CORPUS=<dir> judges real files too (kept outside the project)
import { bundled } from './support/bundled.mjs';
import { keep, machineLine, table } from './support/report.mjs';

const allowedPerThousand = 1;

export async function healthy() {
  const { registrySamples, documentationSamples, publicSamples, judge } = await bundled('healthy');
  const corpus = process.env['SNAP_BENCH_CORPUS'];
  const sources = [
    ['registry', await registrySamples()],
    ['documentation', documentationSamples()],
    ...(corpus === undefined ? [] : [['public', publicSamples(corpus)]]),
  ];
  console.log(`${machineLine()}\n`);
  const rows = [];
  const byId = new Map();
  for (const [source, samples] of sources) {
    const judged = await judge(samples);
    const having = (severity) => judged.filter(({ findings }) => findings.some((finding) => finding.severity === severity)).length;
    rows.push([source, samples.length, having('error'), having('warning'), having('info')]);
    for (const { sample, findings } of judged) {
      for (const { id, severity, message } of findings) {
        if (severity === 'info') continue;
        const key = `${source} ${severity} ${id}`;
        const known = byId.get(key) ?? { count: 0, first: `${sample.client} ${sample.path}: ${message}` };
        byId.set(key, { ...known, count: known.count + 1 });
      }
    }
  }
  console.log(table(['files from', 'files', 'with an error', 'with a warning', 'with a note'], rows));
  for (const [key, { count, first }] of [...byId].toSorted(([, a], [, b]) => b.count - a.count))
    console.log(`\n${count} x ${key}\n    ${first}`);
  keep('healthy', { rows, byId: [...byId] });
  // Real files are not all healthy; they are counted, not judged.
  const made = rows.filter(([source]) => source !== 'public');
  const files = made.reduce((sum, [, count]) => sum + count, 0);
  const alarms = made.reduce((sum, [, , errors]) => sum + errors, 0);
  console.log(`\n${alarms} false alarms in ${files} healthy files (target: at most ${allowedPerThousand} in 1,000)`);
  return alarms <= Math.floor((files / 1000) * allowedPerThousand);
}
