export { sawAt, wasInSight } from './past-sight.queries.ts';
