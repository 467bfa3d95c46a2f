export { type Circle, type CircleEdge, circlesOf, circleThrough } from './cycles/circles.ts';
export { components } from './cycles/components.ts';
export { CodeGraph, type CodeFile, type EdgeChoice } from './graph/code-graph.ts';
export type { Edge, EdgeKind, FileEdges, MissingModule, PackageUse } from './graph/edges.ts';
export { exportKind, type NameKind } from './graph/elision.ts';
export { type Declaration, type ExportedName, type ImportedName, type ModuleSymbols, type Usage, usedAs } from './module-record.ts';
export { type Code, openCode } from './open-code.ts';
export type { Resolution } from './resolve/resolver.ts';
