/**
 * The grade of a sentence by fixed rules, to be read and corrected by a person. A sentence is graded by what it claims: that the first file is needed, or that one or
 * more of a list are. A command whose named tests all stayed as they were is left to the reader: `?`. What is true of every task is generic.
 */
export function proposedGrade(sentence, { files }) {
  const changed = (file) => files.some((one) => one.file === file);
  if (sentence.startsWith('Undo: ')) return 'a';
  const command = /: Run "((?:[^"\\]|\\.)*)"/.exec(sentence)?.[1];
  if (command !== undefined) {
    const tests = command.split(/[\s"'=]+/).filter((word) => /[/.]/.test(word) && /test|spec/i.test(word) && /\.\w+$/.test(word));
    if (tests.length === 0) return 'g';
    return tests.some(changed) ? 'a' : '?';
  }
  const named = filesIn(sentence);
  if (/You will need /.test(sentence)) return changed(named[0]) ? 'a' : 'w';
  if (/You will probably need /.test(sentence)) return named.some(changed) ? 'a' : 'w';
  const file = /^(?:\d+\. |Look at )?("[^"]+"|[^\s:]+): /.exec(sentence)?.[1];
  if (file !== undefined) return changed(file) ? 'a' : 'w';
  return 'g';
}

/** The files that a sentence names as needed, without those in its reasons. */
export function filesIn(sentence) {
  const plain = sentence.replace(/\((?:[^()]|\([^()]*\))*\)/g, '').replace(/^\d+\. /, '');
  return [...plain.matchAll(/"([^"]+)"|([\w@./+$-]*[./][\w@./+$-]*\w|\b[A-Z][A-Za-z]+file\b)/g)].map((found) => found[1] ?? found[2]);
}
