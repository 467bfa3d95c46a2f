// Replaces the SDK's JSON Schema validator (see bundling.mjs): it may be constructed, but is never used.
exports.AjvJsonSchemaValidator = class {
  getValidator() {
    throw new Error('The validator of JSON Schemas is not part of snap.');
  }
};
