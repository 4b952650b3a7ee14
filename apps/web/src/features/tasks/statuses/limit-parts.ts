// Groups the components for WIP limits in one chunk. Few projects have limits.
export { ColumnLimit } from './column-limit.tsx';
export { LimitWatch } from './limit-watch.tsx';
export { LimitedCount } from './limited-count.tsx';
