// A door of its own: watching one path, for an editor that stays open all day.
export { watchPath, type PathWatch, type PathWatchOptions } from './watch-path.ts';
