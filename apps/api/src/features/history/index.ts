export { bindHistory } from './history.routes.ts';
export { changeJson, hasVisibleContent, type PastKind } from './past-lines.queries.ts';
export { sawAt, wasVisible } from './past-sight.queries.ts';
