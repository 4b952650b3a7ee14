export { APART } from './command.queries.ts';
export { GRACE_DAYS } from './limits.queries.ts';
export { askedBy, runCommand, tellSeq, workScope } from './command.ts';
export { findFirstAnswer } from './replay.ts';
export type { Asked, Command, CommandResult, Scope } from './command.ts';
export type { CountWith } from './limits.queries.ts';
