// Stands for the SDK's JSON Schema validator (see bundling.mjs): it may be made, and never used.
exports.AjvJsonSchemaValidator = class {
  getValidator() {
    throw new Error('The validator of JSON Schemas is not part of snap.');
  }
};
