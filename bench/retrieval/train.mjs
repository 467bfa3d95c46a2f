// Chooses the weights of src/memory/learnings/certainty.ts on pairs, writes them there, and prints what each limit would mean:
//   node bench/retrieval/train.mjs [--half FILE …] FILE …
// Of files given by --half only every other pair is used, so that the others can be reported on; of nl2bash (bench/data) the half to choose on.
// A logistic regression: the right learning among the first three, against the first three of questions of other sets. Every set counts alike.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from '../support/bundled.mjs';
import { root } from '../support/program.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { half: { type: 'string', multiple: true, default: [] } } });
const names = ['score', 'shareOfLearning', 'worth', 'queryLength', 'learningLength', 'own'];
const target = join(root, 'src/memory/learnings/certainty.ts');
const draws = [
  { shape: 'snap_learn', size: 300, asked: 80, foreign: 80 },
  { shape: 'snap_end', size: 300, asked: 60, foreign: 60 },
  { shape: 'snap_learn', size: 1000, asked: 30, foreign: 30 },
  { shape: 'snap_learn', size: 50, asked: 40, foreign: 80 },
  { shape: 'snap_learn', size: 30, asked: 30, foreign: 60 },
  { shape: 'snap_end', size: 50, asked: 30, foreign: 50 },
  { shape: 'snap_learn', size: 12, asked: 12, foreign: 40 },
];
const limits = [-0.4, -0.2, 0, 0.2, 0.4, 0.6];
/** As in ranking.ts. */
const lessCertain = 0.5;

const bench = await bundled('retrieval');
const halves = values.half.map((file) => ({ ...bench.readPairs(file), pairs: bench.readPairs(file).pairs.filter((_, i) => i % 2 === 0) }));
const sets = [...positionals.map((file) => bench.readPairs(file)), ...halves, nl2bash()].filter(({ pairs }) => pairs.length >= 80);
const questions = sets.flatMap(questionsOf);
console.log(`${sets.length} sets, ${questions.length} questions`);
const trained = train();
const rounded = Object.fromEntries(Object.entries(trained).map(([name, value]) => [name, Number(value.toPrecision(3))]));
printLimits();
writeFileSync(
  target,
  readFileSync(target, 'utf8').replace(
    /(?<=\/\/ weights: begin\n).*?(?=\n\/\/ weights: end)/s,
    `const weights = {\n${Object.entries(rounded)
      .map(([name, value]) => `  ${name}: ${value},\n`)
      .join('')}};`,
  ),
);
console.log(rounded);

function nl2bash() {
  const commands = bench.readCommands(join(root, 'bench/data')).filter((one) => bench.halfOf(one) === 0 && one.wordings.length > 1);
  const pairs = commands.map(({ command, wordings }) => ({ question: wordings[1], learning: wordings[0], action: command }));
  return { name: 'nl2bash', pairs };
}

/** Questions whose learning is in the store, and questions of other sets. A changelog and the commits of one repository are no foreign sets. */
function questionsOf(set, number) {
  const repository = (name) => name.replace(/^c[lm]-/, '');
  const others = sets.filter(({ name }) => repository(name) !== repository(set.name));
  const tasks = others[(number * 7) % others.length].pairs.map(({ question }) => question);
  return draws.flatMap(({ asked, foreign, shape, size }, d) => {
    if (size === 1000 && set.pairs.length < 600) return [];
    const draw = bench.drawPairs(set, { shape, size, seed: d + 1, tasks });
    let close = [];
    const store = bench.createRanking(draw.documents, {
      keepsIrrelevant: true,
      onCompared: (found) => (close = found.length > 0 ? found.slice(0, 3) : close),
    });
    const ask = (id, text) => {
      close = [];
      store.search({ text, files: [] }, 5);
      return { set: number, draw: d, id, close: close.filter(({ likeness }) => likeness !== undefined) };
    };
    const foreigners = Array.from({ length: foreign / 10 }, (_, j) => {
      const other = others[(number * 5 + j * 11 + d * 3 + 1) % others.length];
      return bench.shuffled(other.pairs, bench.random(number * 100 + d * 10 + j)).slice(0, 10);
    });
    return [
      ...draw.asked.slice(0, asked).map(({ id, question }) => ask(id, question)),
      ...foreigners.flat().map(({ question }) => ask(undefined, question)),
    ];
  });
}

/** Newton's method. Questions of a set and draw count together as much as those of another. */
function train() {
  const right = questions.flatMap(({ close, id, ...of }) => close.filter((one) => one.id === id).map((one) => ({ ...of, is: 1, ...one })));
  const foreign = questions.flatMap(({ close, id, ...of }) => (id === undefined ? close.map((one) => ({ ...of, is: 0, ...one })) : []));
  const items = [right, foreign].flatMap((all) => {
    const counts = new Map();
    for (const { set, draw } of all) counts.set(`${set} ${draw}`, (counts.get(`${set} ${draw}`) ?? 0) + 1);
    return all.map(({ draw, is, likeness, set }) => ({
      is,
      importance: 1 / counts.get(`${set} ${draw}`) / counts.size / 2,
      row: [1, ...names.map((name) => likeness[name])],
    }));
  });
  let weights = items[0].row.map(() => 0);
  for (let step = 0; step < 25; step += 1) {
    const slope = weights.map((weight) => 1e-5 * weight);
    const bend = weights.map((_, i) => weights.map((__, j) => (i === j ? 1e-5 : 0)));
    for (const { importance, is, row } of items) {
      const chance = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * weights[i], 0)));
      row.forEach((one, i) => {
        slope[i] += importance * (chance - is) * one;
        row.forEach((other, j) => (bend[i][j] += importance * chance * (1 - chance) * one * other));
      });
    }
    const change = solve(bend, slope);
    weights = weights.map((weight, i) => weight - change[i]);
  }
  return Object.fromEntries(['base', ...names].map((name, i) => [name, weights[i]]));
}

/** By elimination. */
function solve(matrix, values) {
  const rows = matrix.map((row, i) => [...row, values[i]]);
  rows.forEach((pivot, i) => {
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[i] / pivot[i];
      pivot.forEach((value, j) => (row[j] -= factor * value));
    }
  });
  return rows.map((row, i) => row.at(-1) / row[i]);
}

function printLimits() {
  const certaintyOf = ({ likeness }) => names.reduce((sum, name) => sum + rounded[name] * likeness[name], rounded.base);
  for (const question of questions) question.certainties = question.close.map(certaintyOf);
  const mean = (all, valueOf) => {
    const bySet = new Map();
    for (const one of all) bySet.set(one.set, [...(bySet.get(one.set) ?? []), one]);
    const means = [...bySet.values()].map((own) => own.reduce((sum, one) => sum + valueOf(one), 0) / own.length);
    return means.reduce((sum, value) => sum + value, 0) / means.length;
  };
  draws.forEach(({ shape, size }, d) => {
    const own = questions.filter(({ draw, id }) => draw === d && id !== undefined);
    const foreign = questions.filter(({ draw, id }) => draw === d && id === undefined);
    for (const limit of limits) {
      const shown = ({ certainties }) =>
        Math.max(-99, ...certainties) >= limit ? certainties.map((one) => one >= limit - lessCertain) : [];
      const count = (one) => shown(one).filter(Boolean).length;
      const found = mean(own, (one) => (one.close.some(({ id }, i) => id === one.id && shown(one)[i]) ? 100 : 0));
      const silent = mean(foreign, (one) => (count(one) === 0 ? 100 : 0));
      console.log(
        `${shape}, ${size}, limit ${limit}: @3 ${found.toFixed(1)} %, silent ${silent.toFixed(1)} %, unrelated in 30 questions ${(30 * mean(foreign, count)).toFixed(1)}`,
      );
    }
  });
}
