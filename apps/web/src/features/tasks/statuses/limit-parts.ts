// What few projects have, limits of columns, comes at one go.
export { ColumnLimit } from './column-limit.tsx';
export { LimitWatch } from './limit-watch.tsx';
export { LimitedCount } from './limited-count.tsx';
