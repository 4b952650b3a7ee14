export { RESTRICTED_REFS } from './command.queries.ts';
export { actTogether, isActingTogether, runCommand } from './command.ts';
export { bindCommand, bindCommandRoute, requestKeyOf, setSeqHeader } from './bind-command.ts';
export {
  documentScope,
  documentScopeOf,
  personScope,
  personScopeOf,
  readScope,
  workScope,
  workScopeOf,
  type DocumentScope,
  type Scope,
} from './scopes.ts';
export { findFirstResponse } from './replay.ts';
export type { RequestKey, Command, CommandResult } from './command.ts';
export type { CountWith } from './limits.queries.ts';
