// Preloaded by check-kept-code.mjs: writes down what V8 answered about the code kept beside each script that a program loads.
const { appendFileSync } = require('node:fs');
const vm = require('node:vm');

const log = process.env.SNAP_KEPT_CODE_LOG;

vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (typeof options?.filename !== 'string') return;
    const kept = options.cachedData === undefined ? 'none' : this.cachedDataRejected ? 'rejected' : 'accepted';
    appendFileSync(log, `${JSON.stringify({ file: options.filename, kept })}\n`);
  }
};
