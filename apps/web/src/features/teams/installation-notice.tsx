import { call } from '#platform/api/api-client.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './teams.module.css';

/** Notice to owners and admins about where the team's data is stored. Renders nothing if there is none. */
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
