import type { ReachedProject } from '@hearth/contracts/members/members';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { LEVEL_LABELS, ROLE_LABELS } from './role-labels.ts';
import styles from './person-panel.module.css';

interface PersonReachProps {
  userId: string;
  /** Access depends on the role, so a role change refetches it. */
  teamRole: TeamRole;
}

interface Reach {
  rows: readonly ReachedProject[];
  nextCursor: string | null;
}

/** Projects that a member can open, with the access level and its reason. */
export function PersonReach({ userId, teamRole }: PersonReachProps) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const [isBusy, setIsBusy] = useState(false);
  const read = async (cursor?: string, signal?: AbortSignal): Promise<Reach> => {
    const { reach, nextCursor } = await call('GET /teams/{teamId}/members/{userId}/reach', {
      params: { teamId, userId },
      query: { limit: 50, cursor },
      ...(signal === undefined ? {} : { signal }),
    });
    return { rows: reach, nextCursor };
  };
  const request = useRequest(`${userId} ${teamRole}`, (signal) => read(undefined, signal));
  const errorMessage = useErrorMessages(request.error);
  const { data } = request;

  async function readMore(from: Reach): Promise<void> {
    setIsBusy(true);
    try {
      const more = await read(from.nextCursor ?? undefined);
      request.setData({ rows: [...from.rows, ...more.rows], nextCursor: more.nextCursor });
    } catch (error) {
      showError(explainError(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <section aria-labelledby="person-reach">
      <h3 id="person-reach" className={styles.heading}>
        <Trans>Has access to</Trans>
      </h3>
      {errorMessage !== null && <p className={styles.hint}>{errorMessage}</p>}
      {data === undefined && errorMessage === null && <SkeletonRows count={2} />}
      {data?.rows.length === 0 && data.nextCursor === null && (
        <p className={styles.hint}>
          <Trans>No project yet.</Trans>
        </p>
      )}
      <ul className={styles.reach}>
        {data?.rows.map((row) => (
          <li key={row.projectId} className={styles.reached}>
            <ColorDot color={row.color} />
            <Link
              to="/dashboard/projects/$projectId"
              params={{ projectId: row.projectId }}
              search={{}}
              className={styles.project}
            >
              {row.name}
            </Link>
            <span className={styles.level}>
              {t(LEVEL_LABELS[row.level])}
              {' · '}
              {row.via === 'role' ? t(ROLE_LABELS[teamRole]) : t`Shared with them`}
            </span>
          </li>
        ))}
      </ul>
      {data !== undefined && data.nextCursor !== null && (
        <Button variant="default" isBusy={isBusy} onClick={() => void readMore(data)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}
