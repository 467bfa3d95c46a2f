/** What an element of JSX calls, where the project says so in its settings or in a comment of the file. https://www.typescriptlang.org/tsconfig/#jsxFactory */
export const elementMakers: readonly string[] = ['React', 'h', 'jsx', 'createElement', 'Fragment', 'preact', 'hJSX'];
