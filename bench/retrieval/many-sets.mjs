// One line a set of pairs, for many sets: recall@3 beside BM25 with a trigger of its own and in snap_end, and silence about the questions of four sets near it.
//   node bench/retrieval/many-sets.mjs FILE …      (the table of docs/benchmarks.md; sets with fewer than 80 pairs are left out)
import { bundled } from '../support/bundled.mjs';
import { table } from '../support/report.mjs';

const bench = await bundled('retrieval');
const sets = process.argv
  .slice(2)
  .map((file) => bench.readPairs(file))
  .filter(({ pairs }) => pairs.length >= 80);
const makers = ['BM25, stemmer, stop words', 'snap', 'snap without its cut-off'].map((name) => bench.makers[name]);
const repository = ({ name }) => name.replace(/^c[lm]-/, '');
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const figures = sets.map((set, number) => {
  const others = sets.filter((one) => repository(one) !== repository(set));
  const tasks = others[(number * 7) % others.length].pairs.map(({ question }) => question);
  const drawn = (shape, size) => bench.drawPairs(set, { shape, size, seed: 1, tasks });
  const recalls = bench.shapes.flatMap((shape) => {
    const draw = drawn(shape, 300);
    return makers.map((make) => bench.pairRecall(make(draw.documents), draw)[1]);
  });
  const foreign = [1, 2, 3, 5].map((step) => sets[(number + step) % sets.length]).filter((one) => repository(one) !== repository(set));
  const counts = [300, 50].map((size) => {
    const store = makers[1](drawn('snap_learn', size).documents);
    return foreign.map(({ pairs }) => pairs.slice(0, 150).map(({ question }) => store.search({ text: question, files: [] }, 3).length));
  });
  const silent = counts.map((bySet) => mean(bySet.map((found) => 100 * mean(found.map((count) => (count === 0 ? 1 : 0))))));
  return [...recalls, ...silent, mean(counts[1].map((found) => 30 * mean(found)))];
});
const heads = [
  ...bench.shapes.flatMap((shape) => ['BM25', 'snap', 'without cut-off'].map((ranking) => `${shape}: ${ranking}`)),
  'silent, %',
  'of 50, %',
  'unrelated in 30 tasks, of 50',
];
const rows = [...sets.map(({ name }, i) => [name, figures[i]]), ['mean', figures[0].map((_, i) => mean(figures.map((row) => row[i])))]];
console.log(
  table(
    ['set', ...heads],
    rows.map(([name, values]) => [name, ...values.map((value) => value.toFixed(1))]),
  ),
);
