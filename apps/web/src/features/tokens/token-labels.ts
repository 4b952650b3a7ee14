import { TOKEN_GROUPS, type TokenGroup } from '@hearth/contracts/tokens/token-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Describes the permissions of each group of scopes, in the order of the dialog. */
export const TOKEN_GROUP_LABELS: Record<TokenGroup, MessageDescriptor> = {
  'tasks.read': msg`Read tasks, comments, statuses, labels and fields`,
  'tasks.write': msg`Create and edit tasks, comment`,
  'tasks.delete': msg`Delete tasks and restore from the trash`,
  'documents.read': msg`Read documents`,
  'documents.write': msg`Create, edit and archive documents`,
  'documents.delete': msg`Delete documents`,
  'views.write': msg`Create, edit and delete views`,
  'templates.write': msg`Create, use and delete templates`,
  'projects.read': msg`Read projects`,
  'projects.write': msg`Create, edit and delete projects`,
  'labels.write': msg`Create, edit and delete labels`,
  'types.write': msg`Create, edit and delete task types`,
  'fields.write': msg`Create, edit and delete fields`,
  'statuses.write': msg`Create, edit and delete statuses`,
  'team.read': msg`Read teams, members and the plan`,
  'search.read': msg`Search`,
  'analytics.read': msg`Read analytics`,
  'assistant.use': msg`Ask the assistant`,
  'sync.read': msg`Stream live changes`,
  'audit.read': msg`Read the audit log`,
};

export const GROUPS = Object.keys(TOKEN_GROUP_LABELS) as TokenGroup[];

/** Splits scopes into groups that the token has in full and remaining scopes. The remaining scopes are listed individually. */
export function sortScopes(scopes: readonly string[]): { groups: TokenGroup[]; others: string[] } {
  const groups = GROUPS.filter((group) => TOKEN_GROUPS[group].every((name) => scopes.includes(name)));
  const named = new Set<string>(groups.flatMap((group) => [...TOKEN_GROUPS[group]]));
  return { groups, others: scopes.filter((name) => !named.has(name)) };
}
