import { Trans } from '@lingui/react/macro';
import { useHasDocuments } from '#features/documents/index.ts';
import { useAllProjects } from '#features/projects/index.ts';
import { tasksByColumn } from '#features/tasks/index.ts';
import { TeamExport, TeamImport } from '#features/transfer/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useGroups, useTeamStore } from '#platform/sync/index.ts';
import { useCurrentTeam } from '#platform/session/teams.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

/** Export and import of the whole team. */
export function TransferSection() {
  const team = useCurrentTeam();
  const may = useMay();
  const hasProject = useAllProjects().length > 0;
  const hasTask = useGroups(tasksByColumn(useTeamStore())).length > 0;
  const hasDocument = useHasDocuments();
  if (team === undefined) return null;
  if (!may('team.export')) {
    return (
      <Notice>
        <WhyNot act="team.export" />{' '}
        <Trans>You can export your own data any time under Privacy and data.</Trans>
      </Notice>
    );
  }
  return (
    <div key={team._id}>
      <TeamExport team={team} />
      <TeamImport team={team} hasWork={hasProject || hasTask || hasDocument} />
    </div>
  );
}
