import { Button } from '@mantine/core';
import { call, explainError } from '#platform/api-client.ts';
import { showError, showToast, trackLoading } from '#platform/core.ts';
import { useRequest } from '#platform/use-request.ts';
import { SkeletonRows } from '#ui/loading.tsx';
import { describeBrowser } from './describe-browser.ts';
import styles from './auth.module.css';

/** Where the person is signed in; each place can be ended but for this one, which has Sign Out. */
export function SessionList() {
  const list = useRequest('sessions', (signal) => call('GET /auth/sessions', { signal }));
  const sessions = list.data?.sessions;

  async function end(sessionId: string): Promise<void> {
    try {
      await trackLoading(call('DELETE /auth/sessions/{sessionId}', { params: { sessionId } }));
      list.setData({ sessions: (sessions ?? []).filter(({ id }) => id !== sessionId), nextCursor: null });
      showToast('Signed out there');
    } catch (error) {
      showError(explainError(error));
    }
  }

  if (list.error !== undefined) return <p className={styles.faint}>{explainError(list.error)}</p>;
  if (sessions === undefined) return <SkeletonRows count={2} />;
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.id} className={styles.session}>
          <span className={styles.sessionText}>
            <span>{describeBrowser(session.userAgent)}</span>
            <span className={styles.faint}>
              {session.isCurrent
                ? 'This browser'
                : `Last used ${new Date(session.lastUsedAt).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}`}
            </span>
          </span>
          {!session.isCurrent && (
            <Button
              variant="default"
              aria-label={`End session of ${describeBrowser(session.userAgent)}`}
              onClick={() => void end(session.id)}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
