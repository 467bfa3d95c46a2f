// The program of a process that keeps the project's own compiler (TypeScript 4.5 to 6) and its last result, so that after an edit only what
// the edit affects is checked. Started with the path of the compiler's main file.
import { createRequire } from 'node:module';
import { serve } from './serve.ts';
import { SharedFiles, TypeChecker } from './type-checker.ts';
import type { TypesAnswer, TypesPart, TypesQuestion } from './messages.ts';
import type { TypeScript } from './typescript-api.ts';

const [, , compiler = ''] = process.argv;
const load = createRequire(compiler);
const typescript = load(compiler) as TypeScript;
const shared = new SharedFiles();
const checkers = new Map<string, TypeChecker>();

serve<TypesQuestion, TypesAnswer, TypesPart>((question, asker) => {
  const known = checkers.get(question.config) ?? new TypeChecker(typescript, shared, question);
  checkers.set(question.config, known);
  return known.check(question.first, asker);
});
