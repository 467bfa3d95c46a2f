export { type NpmTestRunner, npmTestRunners, usesTestRunner } from './npm-test-runners.ts';
export { packageManagerOf, programStarts, type PackageManager } from './package-manager.ts';
export { dependsOn, isBelow, memberPatterns, memberTest, packageFrom, packagesOf, scriptOf, type Package } from './packages.ts';
export { readTextBelow } from './read-text.ts';
export { isNamedAsScriptTest, subjectWords, testNameOf, type TestEcosystem, type TestName } from './test-name.ts';
