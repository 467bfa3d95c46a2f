export { advise } from './advise.ts';
export type { Advice, Guide, Question, Sources, Step, Warning } from './advice.ts';
export { explain, type Explanation } from './explain.ts';
export { guide, stepText } from './guide.ts';
export { insights, type Insights } from './insights.ts';
export { patterns, type Theme } from './patterns.ts';
