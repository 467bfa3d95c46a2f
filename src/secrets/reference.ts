const reference = /^(\$[A-Za-z_]\w*|%\w+%|<[^>]*>|your[-_ ].*)$/i;
const braces = /\$\{\{?[^}]{0,300}\}?\}|\{(env|file):[^}]{0,300}\}/g;

/** A variable, in any client's spelling, or a place to be filled in: it holds no secret itself. */
export function isReference(value: string): boolean {
  // Told without an expression for most values: a reference has a brace or one of these first.
  const first = value.trimStart().charAt(0);
  if (first !== '' && !'$%<yY'.includes(first) && !value.includes('{')) return false;
  const rest = value.replaceAll(braces, '').trim();
  return rest === '' || reference.test(rest) || (rest !== value.trim() && /^(bearer|basic|token)$/i.test(rest));
}
