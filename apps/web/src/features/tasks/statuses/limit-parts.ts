// One chunk for column limits, which few projects have.
export { ColumnLimit } from './column-limit.tsx';
export { LimitWatch } from './limit-watch.tsx';
export { LimitedCount } from './limited-count.tsx';
