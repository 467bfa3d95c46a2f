/** Items of the wire line that hold sentences or lists of them; the others are figures, letters and ids. */
const told = ['rec', 'warn', 'hint', 'next', 'action'];

/** The sentences of an answer, in its order: those of the line, then the lines below it without headings. */
export function sentencesOf(text) {
  const [line, , ...rest] = text.split('\n');
  const fields = line.match(/(?:[^\\|]|\\.)+/g).slice(2);
  const items = fields.flatMap((field) => {
    const at = field.indexOf(':');
    const value = field.slice(at + 1);
    if (!told.includes(field.slice(0, at)) || value === 'none') return [];
    return field.startsWith('warn:') ? value.split('; ') : [value];
  });
  return [...items, ...rest.filter((one) => !/^[^-].*:$/.test(one)).map((one) => one.replace(/^- /, ''))];
}
