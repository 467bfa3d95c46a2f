import { execFileSync } from 'node:child_process';
import type { Engine, EngineMaker } from './engine.ts';
import type { HostileCase } from './hostile-case.ts';
import { inWords, isAmong, isGits, isSame, type Picture, pictureOf } from './picture.ts';
import { newPlace, type Place } from './place.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** Plays a case with an engine; what went wrong, a sentence each. An empty list: it passed. */
export async function play(hostile: HostileCase, maker: EngineMaker): Promise<readonly string[]> {
  const place = newPlace();
  try {
    hostile.build(place);
    return await played(hostile, maker, place);
  } finally {
    place.end();
  }
}

/** What holds for every engine (`times` aside) and what only for those that promise everything is decided here, in one place. */
async function played(hostile: HostileCase, maker: EngineMaker, place: Place): Promise<readonly string[]> {
  const wrong: string[] = [];
  const as = <T>(work: () => Promise<T>) => (hostile.asOther === true ? asOther(place, work) : work());
  let engine: Engine | undefined;
  try {
    const opened = await as(() => maker.open(place, { uncaptured: hostile.uncaptured ?? [] }));
    engine = opened;
    let before = pictureOf(place.root);
    const stop = hostile.during?.(place);
    let id: string;
    try {
      id = await as(() => opened.take());
    } finally {
      stop?.();
    }
    if (maker.isStrict && stop === undefined) wrong.push(...differences(before, pictureOf(place.root), 'the snapshot changed'));
    if (hostile.dies === true) opened.diesMidway();
    hostile.between(place);
    if (hostile.again !== undefined) {
      before = pictureOf(place.root);
      id = await as(() => opened.take());
      hostile.again(place);
    }
    const broken = pictureOf(place.root);
    const outside = pictureOf(place.outside);
    const asked = hostile.ask?.(place);

    await as(() => opened.restore(id, hostile.paths));
    const after = pictureOf(place.root);
    wrong.push(...judged(hostile, maker, { before, broken, after }));
    wrong.push(...differences(outside, pictureOf(place.outside), 'outside of the workspace'));
    const answer = hostile.ask?.(place);
    if (answer !== asked) wrong.push(`asked before: ${asked}, after: ${answer}`);
    const complaint = hostile.wrong?.(place);
    if (complaint !== undefined) wrong.push(complaint);

    const lost = (hostile.notLost ?? []).filter((path) => !isSame(after.get(path), broken.get(path)));
    if (maker.isStrict || hostile.undo === true || lost.length > 0) {
      if (!(await as(() => opened.undo()))) wrong.push(lost.length > 0 ? `lost: ${lost.join(', ')}` : 'there is no undo');
      else {
        const undone = pictureOf(place.root);
        if (maker.isStrict || hostile.undo === true) wrong.push(...differences(broken, undone, 'after undo', hostile.either));
        wrong.push(...lost.filter((path) => !isSame(undone.get(path), broken.get(path))).map((path) => `lost: ${path}`));
      }
    }
  } catch (error) {
    wrong.push(`failed: ${error instanceof Error ? (error.message.split('\n', 2).join(' ') ?? '') : String(error)}`);
  } finally {
    engine?.close();
  }
  return wrong;
}

interface Pictures {
  readonly before: Picture;
  readonly broken: Picture;
  readonly after: Picture;
}

function judged(hostile: HostileCase, maker: EngineMaker, { before, broken, after }: Pictures): readonly string[] {
  const { either = [], gone = [], paths, stays = [], uncaptured = [] } = hostile;
  const wrong: string[] = [];
  const differ = (path: string, what: string, wanted: Picture) =>
    wrong.push(`${JSON.stringify(path)} ${what}: ${inWords(wanted.get(path))}, but there is ${inWords(after.get(path))}`);
  // Nobody's to restore: it is as it was just before, whatever that was.
  const left = [...stays, ...uncaptured];
  const isLeft = (path: string) => isAmong(path, left) || (paths !== undefined && !isAmong(path, paths));
  for (const path of new Set([...before.keys(), ...broken.keys(), ...after.keys()])) {
    if (isAmong(path, either)) continue;
    if (isGits(path)) {
      if ((maker.isStrict || isAmong(path, stays)) && !isSame(after.get(path), broken.get(path))) differ(path, 'was of git', broken);
    } else if (isLeft(path)) {
      if (!isSame(after.get(path), broken.get(path))) differ(path, 'had to stay', broken);
    } else if (before.has(path)) {
      if (!isSame(after.get(path), before.get(path))) differ(path, 'had to come back', before);
      const isUntouched = isSame(before.get(path), broken.get(path), { times: true });
      if (
        hostile.times === true &&
        before.get(path)?.kind === 'file' &&
        isUntouched &&
        !isSame(after.get(path), before.get(path), { times: true })
      ) {
        wrong.push(`${JSON.stringify(path)}: nobody changed it, and its time is another one`);
      }
    } else if (after.has(path) && (isAmong(path, gone) || (maker.isStrict && !holdsWhatStays(path, after, left)))) {
      wrong.push(`${JSON.stringify(path)} was made after the snapshot and is still there`);
    }
  }
  return wrong;
}

/** A directory goes only when it is empty. */
function holdsWhatStays(path: string, after: Picture, left: readonly string[]): boolean {
  return [...after.keys()].some((other) => other.startsWith(`${path}/`) && (isGits(other) || isAmong(other, left)));
}

function differences(one: Picture, other: Picture, what: string, but: readonly string[] = []): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((path) => !isAmong(path, but) && !isSame(one.get(path), other.get(path)))
    .map((path) => `${what}: ${JSON.stringify(path)} is ${inWords(other.get(path))}, it was ${inWords(one.get(path))}`);
}

async function asOther<T>(place: Place, work: () => Promise<T>): Promise<T> {
  if (!isRoot) return work();
  for (const directory of [place.home, place.store, place.outside]) execFileSync('chown', ['-Rh', String(nobody), directory]);
  execFileSync('chmod', ['711', place.home.slice(0, place.home.lastIndexOf('/'))]);
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
