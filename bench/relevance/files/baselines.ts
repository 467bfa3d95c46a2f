// What a simple method would name, for the figures beside ours. Five files each, not cut.
import { likeSubjects } from '../../../src/insight/files/like-subjects.ts';
import { likePaths, pathIndexOf } from '../../../src/insight/files/path-words.ts';
import { directoryOf } from '../../../src/workspace/index.ts';
import { subjectName } from '../../../src/insight/files/file-kinds.ts';
import { wordsOf } from '../../../src/insight/files/words.ts';
import type { Material } from '../../../src/insight/files/clues.ts';
import { rankFiles } from '../../../src/insight/files/rank.ts';

type Method = (material: Material) => readonly string[];

export const methods: Readonly<Record<string, Method>> = {
  snap: (material) => rankFiles(material, 5).map(({ file }) => file),
  'most changed': (material) => top(material, churn(material)),
  'same directory': (material) => {
    const directories = new Set(material.given.map((file) => directoryOf(file)));
    return top(material, new Map([...churn(material)].filter(([file]) => directories.has(directoryOf(file)))));
  },
  'path words': (material) => top(material, likePaths(pathIndexOf(material.present), wordsOf(material.text))),
  namesake: (material) => {
    const subjects = new Set(material.given.flatMap((file) => subjectName(file) ?? []));
    const same = material.present.files.filter((file) => subjects.has(subjectName(file) ?? ''));
    return top(material, new Map(same.map((file) => [file, 1])));
  },
  'raw co-change': (material) => {
    const counts = new Map<string, number>();
    for (const given of material.given)
      for (const at of material.past.byFile.get(given) ?? [])
        for (const file of material.past.commits[at]?.files ?? []) counts.set(file, (counts.get(file) ?? 0) + 1);
    return top(material, counts);
  },
  'like subjects': (material) => top(material, likeSubjects(material.past, wordsOf(material.text)).sums),
  'fusion by rank': (material) => {
    const scores = new Map<string, number>();
    for (const [name, weight] of [
      ['like subjects', 1],
      ['raw co-change', 1],
      ['path words', 0.7],
      ['namesake', 0.7],
    ] as const)
      for (const [rank, file] of (methods[name]?.(material) ?? []).entries())
        scores.set(file, (scores.get(file) ?? 0) + weight / (rank + 2));
    return top(material, scores);
  },
};

/** In the newest 500 commits that count. */
function churn({ past }: Material): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { files } of past.commits.slice(0, 500)) for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}

function top({ given, present }: Material, scores: ReadonlyMap<string, number>): readonly string[] {
  return [...scores]
    .filter(([file]) => present.has(file) && !given.includes(file))
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, 5)
    .map(([file]) => file);
}
