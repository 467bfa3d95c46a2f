/**
 * The grade of a sentence by fixed rules, to be read and corrected by a person: a named file that the commit changed is actionable and true, one that
 * it did not change is wrong or not needed; so is a command whose named tests all stayed as they were. What is true of every task is generic.
 */
export function proposedGrade(sentence, { files }) {
  const changed = (file) => files.some((one) => one.file === file);
  if (sentence.startsWith('Undo: ')) return 'a';
  const command = /: Run "(.*)"/.exec(sentence)?.[1];
  if (command !== undefined) {
    const named = command.split(/[\s"'=]+/).filter((word) => /[/.]/.test(word) && /test|spec/i.test(word) && /\.\w+$/.test(word));
    if (named.length === 0) return 'g';
    return named.some(changed) ? 'a' : 'w';
  }
  const file = /^(?:\d+\. |Look at )?("[^"]+"|[^\s:]+): /.exec(sentence)?.[1];
  if (file !== undefined) return changed(file) ? 'a' : 'w';
  return 'g';
}
