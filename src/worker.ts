import { serveJobs } from './system/workers/serve-jobs.ts';

// A process of its own that does what takes long or could end it: parsing, rules over many files (system/workers). One line for each job: its
// name, as its room has it, and the file in that room whose default export does it.
serveJobs({
  'checks/find-mentions': async () => import('./checks/orphans/find-mentions.ts'),
  'checks/find-skipped-tests': async () => import('./checks/orphans/skipped-tests.ts'),
  'checks/match-names': async () => import('./checks/impact/match-names.ts'),
  'checks/find-secrets': async () => import('./checks/secrets/search-files.ts'),
  'checks/parse-files': async () => import('./checks/syntax/parse-files.ts'),
  'checks/examine-manifests': async () => import('./checks/dependencies/examine-manifests.ts'),
  'checks/planned-packages': async () => import('./checks/dependencies/planned-packages.ts'),
  'checks/find-slips': async () => import('./checks/syntax/find-slips.ts'),
  'checks/examine-python-names': async () => import('./checks/python/examine-names.ts'),
  'checks/prepare-patterns': async () => import('./checks/patterns/prepare.ts'),
  'checks/search-patterns': async () => import('./checks/patterns/search-patterns.ts'),
  'checks/find-threats': async () => import('./checks/threats/search-files.ts'),
  'coverage/read-report': async () => import('./coverage/read-report-job.ts'),
  'code/compare-files': async () => import('./code/compare/compare-files.ts'),
  'code/find-cuts': async () => import('./code/cycles/cut.ts'),
  'code/find-import-lines': async () => import('./code/parse/find-import-lines.ts'),
  'code/read-texts': async () => import('./code/planned/read-texts.ts'),
  'code/read-files': () => import('./code/parse/read-files.ts'),
});
