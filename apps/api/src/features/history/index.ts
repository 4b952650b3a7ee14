export { sawAt, wasVisible } from './past-sight.queries.ts';
