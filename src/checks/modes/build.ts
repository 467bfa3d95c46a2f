import { build } from '../layers/build.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'build',
  summary:
    "The project's own build: its build script with its package manager, else cargo check, go build, Maven or Gradle, tsc -b, or compiling Python.",
  limits: [
    'It installs and fetches nothing: what the build needs must be there.',
    'It knows the errors of common compilers and bundlers; of another program it gives the first line that speaks of an error.',
  ],
  layers: [build],
} satisfies Mode;
