import { IconDatabase } from '@tabler/icons-react';
import { call } from '#platform/api-client.ts';
import { useMay } from '#platform/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/use-request.ts';
import styles from './teams.module.css';

/** What owners and admins should know about where the team's data lives; nothing when there is nothing to say. */
export function InstallationNotice() {
  const may = useMay();
  const { teamId } = useTeamStore();
  return may('team.update') ? <Notice teamId={teamId} /> : null;
}

function Notice({ teamId }: { teamId: string }) {
  const { data } = useRequest(teamId, (signal) =>
    call('GET /teams/{teamId}/installation', { params: { teamId }, signal }),
  );
  const notice = data?.notice ?? null;
  if (notice === null) return null;
  return (
    <aside className={styles.notice} aria-label={notice.title}>
      <IconDatabase size={18} stroke={1.6} aria-hidden="true" />
      <p>
        <strong>{notice.title}.</strong> {notice.text}
      </p>
    </aside>
  );
}
