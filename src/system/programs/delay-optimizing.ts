/**
 * For a process most of whose work is over before optimizing pays: V8 begins with it later. Without this, compiling took more than a third of the time
 * of reading 3,400 files, and an eighth of the CPU of the first 200 messages through the bridge, on other threads.
 */
export function delayOptimizing(): void {
  // Newer versions do not know this setting. https://github.com/nodejs/node/blob/v20.19.0/deps/v8/src/flags/flag-definitions.h (interrupt_budget)
  if (process.versions.v8.startsWith('11.')) process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=1000000');
}
