export { askedBy, runCommand, tellSeq, workScope } from './command.ts';
export type { Command, CommandResult, Scope } from './command.ts';
