/** The pull request that a commit says it came from: `Fix the login (#12)`, `Merge pull request #12 from …`. */
export function mergedBy(subject: string, message: string): { readonly number: number; readonly title: string } | undefined {
  const squashed = /^(.+?)\s*\(#(\d{1,9})\)$/.exec(subject);
  if (squashed !== null) return { number: Number(squashed[2]), title: squashed[1] ?? '' };
  const merged = /^Merge pull request #(\d{1,9}) from /.exec(subject);
  const title = message.split('\n').find((line, i) => i > 0 && line.trim() !== '');
  return merged === null || title === undefined ? undefined : { number: Number(merged[1]), title: title.trim().slice(0, 200) };
}
