import type { SyncRows } from '@hearth/contracts/sync';
import { Trans } from '@lingui/react/macro';
import { useRow } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';

/** Who archived a project, and when. */
export function ArchivedSince({ project }: { project: SyncRows['project'] }) {
  const formats = useFormats();
  const who = useRow('member', project.archivedBy ?? '')?.name;
  if (project.archivedAt === null) return null;
  const day = formats.moment(project.archivedAt, { dateStyle: 'medium' });
  if (who === undefined) return <Trans>This project was archived on {day}.</Trans>;
  return (
    <Trans>
      {who} archived this project on {day}.
    </Trans>
  );
}
