export { RESTRICTED_REFS } from './command.queries.ts';
export { GRACE_DAYS } from './limits.queries.ts';
export { requestKeyOf, runCommand, setSeqHeader, workScope } from './command.ts';
export { findFirstAnswer } from './replay.ts';
export type { RequestKey, Command, CommandResult, Scope } from './command.ts';
export type { CountWith } from './limits.queries.ts';
