// Prints as JSON what loading one file costs in a fresh Node: milliseconds, and CPU milliseconds of the whole process. The editor's API is a stand-in
// that answers with itself: loading the file registers nothing, only `activate` does.
//   node require.cjs <file>
const Module = require('node:module');

const anything = new Proxy(function () {}, {
  get: (target, name) => (name === 'prototype' ? target.prototype : anything),
  apply: () => anything,
});
const editor = Object.create(new Proxy({}, { get: () => anything }));
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? editor : load(name, ...rest));

const [, , file] = process.argv;
const [cpu, begun] = [process.cpuUsage(), performance.now()];
require(file);
const ms = performance.now() - begun;
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ ms, cpu: (user + system) / 1000 }));
