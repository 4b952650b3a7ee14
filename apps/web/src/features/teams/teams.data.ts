import type { DefaultRole } from '@hearth/contracts/permissions/permissions';
import type { EstimateUnit } from '@hearth/contracts/model/task-values';
import { updateCommand, type Command, type TeamStore } from '#platform/sync/index.ts';

/** Renames the open team or changes its settings. */
export function updateTeam(
  store: TeamStore,
  fields: {
    name?: string;
    membersMayInvite?: boolean;
    membersMayUseTokens?: boolean;
    defaultRole?: DefaultRole;
    estimateUnit?: EstimateUnit;
    hasPublicLinks?: boolean;
    timeZone?: string;
    workingDays?: number[];
    holidays?: string[];
  },
): Command {
  return updateCommand(store, {
    entity: 'team',
    id: store.teamId,
    route: 'PATCH /teams/{teamId}',
    params: { teamId: store.teamId },
    fields,
  });
}
