import type { AssistantThread } from '@hearth/contracts/assistant/assistant';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { auth } from '#platform/session/session.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { SearchField } from '#ui/inputs/search-field.tsx';
import { ThreadLine } from './thread-line.tsx';
import styles from './threads.module.css';

interface ThreadPaneProps {
  /** Whether the pane is open as an overlay in a narrow window. */
  isOpen: boolean;
  shownId: string | null;
  onPick: (threadId: string) => void;
  onDeleted: (threadId: string) => void;
  onClose: () => void;
}

const FOUND = 50;

/** This user's conversations in this team, with pinned ones first. */
export function ThreadPane({ isOpen, shownId, onPick, onDeleted, onClose }: ThreadPaneProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const history = useSelected(auth, ({ aiHistory }) => aiHistory);
  const found = useFound(useDeferredValue(typed.trim()), history);
  return (
    <>
      {isOpen && <div className={styles.under} aria-hidden="true" onClick={onClose} />}
      <aside
        className={styles.pane}
        data-open={isOpen || undefined}
        aria-label={t`Conversations`}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isOpen && !event.defaultPrevented) onClose();
        }}
      >
        <h2 className={styles.heading}>
          <Trans>Conversations</Trans>
        </h2>
        <SearchField label={t`Search conversations`} value={typed} maxLength={256} onChange={setTyped} />
        {found.length === 0 && (
          <p className={styles.none}>
            {typed.trim() === '' ? <Trans>No conversations yet.</Trans> : <Trans>Nothing found.</Trans>}
          </p>
        )}
        <ul className={styles.list}>
          {found.map((thread) => (
            <ThreadLine
              key={thread.id}
              thread={thread}
              isShown={thread.id === shownId}
              onPick={onPick}
              onDeleted={onDeleted}
            />
          ))}
        </ul>
      </aside>
    </>
  );
}

/** Matches titles immediately. Matches messages once the server responds. */
function useFound(q: string, history: readonly AssistantThread[]): readonly AssistantThread[] {
  const { teamId } = useTeamStore();
  const { data } = useRequest(`${teamId} ${q}`, async (signal) =>
    q === ''
      ? null
      : (
          await call('GET /teams/{teamId}/assistant/threads', {
            params: { teamId },
            query: { q, limit: FOUND },
            ...(signal === undefined ? {} : { signal }),
          })
        ).threads,
  );
  if (q === '') return history;
  const here = history.filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()));
  const known = new Set(here.map(({ id }) => id));
  return [...here, ...(data ?? []).filter(({ id }) => !known.has(id))];
}
