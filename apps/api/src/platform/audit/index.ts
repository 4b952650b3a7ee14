export { appendAudit, writeAudit } from './append.ts';
export { CHAIN_START, digestEntry, hashEntry } from './entry.ts';
export type { Audit, AuditContent, Provenance } from './entry.ts';
export { OF_NOBODY, provenanceOf } from './provenance.ts';
