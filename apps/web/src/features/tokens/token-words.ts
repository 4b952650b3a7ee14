import { TOKEN_GROUPS, type TokenGroup } from '@hearth/contracts/token-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a group of scopes lets a program do, in the order of the dialog. */
export const GROUP_WORDS: Record<TokenGroup, MessageDescriptor> = {
  'tasks.read': msg`Read tasks, comments, statuses, labels and fields`,
  'tasks.write': msg`Create and change tasks, comment`,
  'tasks.delete': msg`Delete tasks and restore from the trash`,
  'views.write': msg`Save, change and delete views`,
  'templates.write': msg`Make, use and delete templates`,
  'projects.read': msg`Read projects`,
  'projects.write': msg`Create, change and delete projects`,
  'labels.write': msg`Make, change and delete labels`,
  'types.write': msg`Make, change and delete types of work`,
  'fields.write': msg`Make, change and delete fields`,
  'statuses.write': msg`Create, change and delete statuses`,
  'team.read': msg`Read teams, members and the plan`,
  'sync.read': msg`Follow all changes live`,
  'audit.read': msg`Read the audit log`,
};

export const GROUPS = Object.keys(GROUP_WORDS) as TokenGroup[];

/** The groups that a token holds whole; what is left over is named by itself. */
export function sortScopes(scopes: readonly string[]): { groups: TokenGroup[]; others: string[] } {
  const groups = GROUPS.filter((group) => TOKEN_GROUPS[group].every((name) => scopes.includes(name)));
  const named = new Set<string>(groups.flatMap((group) => [...TOKEN_GROUPS[group]]));
  return { groups, others: scopes.filter((name) => !named.has(name)) };
}
