// The figures of one tree as tables.
import { table } from '../support/report.mjs';
import { leastMs, mib, ms, net, spread, withoutStart } from './figures.mjs';
import { counts, restored } from './rounds.mjs';

export function print({ rows, fdatasync }) {
  console.log('Milliseconds as measured: median (least … most).\n');
  console.log(
    table(
      ['engine', 'first', 'all its own', ...counts.map((count) => `${count} changed`), ...restored.map((count) => `restore ${count}`)],
      rows.map((row) => [
        row.name,
        spread(row.first),
        spread(row.complete),
        ...counts.map((count) => spread(row.take[count])),
        ...restored.map((count) => spread(row.restore[count])),
      ]),
    ),
  );
  console.log('\nThe same, less what is no work on the tree; disk in MiB.\n');
  console.log(
    table(
      ['engine', 'one file, 0 / 1', 'start', ...counts.map((count) => `${count} changed, net`), 'store', '+101 edits', 'tidied'],
      rows.map((row) => [
        row.name,
        `${spread(row.oneFile[0])} / ${spread(row.oneFile[1])}`,
        spread(row.idle),
        ...counts.map((count) => ms(net(row, count))),
        mib(row.store),
        mib(row.growth),
        mib(row.tidied),
      ]),
    ),
  );
  const ours = rows.filter(({ isOurs }) => isOurs);
  if (ours.length > 0) {
    const steps = Object.keys(ours[0].peaks);
    console.log('\nPeak memory (VmHWM) of the step, MiB.\n');
    console.log(
      table(
        ['engine', ...steps],
        ours.map((row) => [row.name, ...steps.map((step) => row.peaks[step]?.toFixed(0) ?? '')]),
      ),
    );
  }
  console.log(`
- One tree for all, one copy of it for Cline, which works in the person's own repository; the same bytes are changed in both. All files were
  read once before the first. Who begins goes round. git collects nothing meanwhile: "store" are its loose objects, directories included.
- Others: their git commands alone, without the program around them. opencode, Cline and git tuned keep what is there before they restore,
  Gemini CLI and Roo Code do not; ours always does, and syncs it.
- "watched": a process that lives on and learns of the changes from its own watcher. The time until the kernel has delivered them is not
  counted, what the call waits for to be sure of them is. Its first snapshot may lean on the objects of the person's repository: "all its
  own" is when it no longer does. No other engine is told what changed.
- "full walk": the same without a watcher; its first snapshot was taken while git knew no times of any file, so that every byte was read.
- "from the shell": "snap snapshot create" and "restore", a process each. "start": "snap --version".
- "net": less the same call in a workspace of one file, for every engine, and with it the fdatasync of it. From the shell that is more than
  its start. Below ${ms(leastMs)} ms nothing is told apart. One fdatasync here: ${ms(fdatasync)} ms.
- "one file" of ours from the shell without the start: ${ours
    .filter(({ isFromShell }) => isFromShell)
    .map((row) => `${ms(withoutStart(row, row.oneFile[0]))} / ${ms(withoutStart(row, row.oneFile[1]))}`)
    .join('')} ms. "tidied": after what a server does in quiet times.
`);
}
