// One chunk for what few projects have: limits of columns.
export { ColumnLimit } from './column-limit.tsx';
export { LimitWatch } from './limit-watch.tsx';
export { LimitedCount } from './limited-count.tsx';
