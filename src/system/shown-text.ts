/** What nobody sees, or what turns the reading direction round. */
const invisible = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Text that others wrote, on one line: control characters and line ends become spaces, invisible characters go. */
export function plainText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s\u2028\u2029]+/gu, ' ')
    .replaceAll(invisible, '')
    .trim();
}

/** Text that others wrote, as data: plain, cut, in quotes. */
export function quoted(text: string, most: number): string {
  return JSON.stringify(cut(plainText(text), most));
}

/** Shortens a value, visibly and between characters. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** `1 file`, `2 files`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
