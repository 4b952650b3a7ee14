import type { CallReply } from '@hearth/contracts/client-types';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useRow } from '#platform/sync/index.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import type { Person } from '#ui/format/person.ts';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { Timestamp } from '#ui/format/timestamp.tsx';
import type { KnownNames } from '#features/tasks/model/field-change.ts';
import { HistoryChange } from './history-change.tsx';
import { netChanges } from './net-changes.ts';
import { joinDescriptions } from './past-descriptions.ts';
import type { PastChange } from './use-task-past.ts';
import styles from './changed-tasks.module.css';

type ChangedTaskItem = CallReply<'GET /teams/{teamId}/changed-tasks'>['tasks'][number];

interface ChangedTaskProps {
  item: ChangedTaskItem;
  known: KnownNames;
  authorOf: (change: PastChange) => Person;
  href: string;
  onOpen: () => void;
}

/** A task with its net changes: only the first and final values without intermediate steps. */
export function ChangedTask({ item, known, authorOf, href, onOpen }: ChangedTaskProps) {
  const { t } = useLingui();
  const task = useRow('task', item.taskId);
  const status = known.statuses.find(({ id }) => id === task?.statusId);
  const isWhole = item.changes.length === item.changeCount;
  const net = useMemo(() => netChanges(joinDescriptions(item.changes, !isWhole)), [item.changes, isWhole]);
  const left = item.changeCount - item.changes.length;
  const title = task?.title ?? item.title;
  return (
    <li className={styles.task}>
      <div className={styles.head}>
        {status === undefined ? <span className={styles.noGlyph} /> : <StatusGlyph {...status} />}
        <a
          className={styles.title}
          href={href}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen();
          }}
        >
          <span className={styles.key}>{task?.key ?? item.key}</span> {title}
        </a>
        {item.isNew && (
          <span className={styles.mark}>
            <Trans>New</Trans>
          </span>
        )}
        {item.commentCount > 0 && (
          <span className={styles.mark}>
            <Plural value={item.commentCount} one="# comment" other="# comments" />
          </span>
        )}
        <Timestamp at={item.lastAt} className={styles.when} />
      </div>
      {net.length > 0 && (
        <ol className={styles.changes} aria-label={t`What changed in ${title}`}>
          {net.map((change) => {
            const person = authorOf(change);
            return (
              <li key={change.id}>
                <Avatar person={person} size={16} />
                <span>
                  <HistoryChange change={change} person={person} known={known} />
                  {change.via === 'assistant' && (
                    <>
                      {' '}
                      <Trans>via assistant</Trans>
                    </>
                  )}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {left > 0 && (
        <p className={styles.more}>
          <Plural value={left} one="and # earlier change" other="and # earlier changes" />
        </p>
      )}
    </li>
  );
}
