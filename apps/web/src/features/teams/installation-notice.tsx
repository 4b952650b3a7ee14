import { call } from '#platform/api/api-client.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './teams.module.css';

/** What owners and admins should know about where the team's data lives; nothing when there is nothing to say. */
export function InstallationNotice() {
  const may = useMay();
  const { teamId } = useTeamStore();
  return may('team.update') ? <NoticeOf teamId={teamId} /> : null;
}

function NoticeOf({ teamId }: { teamId: string }) {
  const { data } = useRequest(teamId, (signal) =>
    call('GET /teams/{teamId}/installation', { params: { teamId }, signal }),
  );
  const notice = data?.notice ?? null;
  if (notice === null) return null;
  return (
    <div className={styles.notice}>
      <Notice title={notice.title}>{notice.text}</Notice>
    </div>
  );
}
