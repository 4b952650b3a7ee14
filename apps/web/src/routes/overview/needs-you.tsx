import { clsx } from 'clsx';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconInbox, IconMessageCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useOpenProposals } from '#features/assistant/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { TaskLines } from './task-lines.tsx';
import type { useTriageWaits } from './use-triage-waits.ts';
import styles from './home.module.css';

/** Maximum number of tasks shown, except that at least one waiting task is shown. A link leads to the rest. */
const SHOWN = 8;

interface NeedsYouProps {
  overdue: readonly string[];
  today: readonly string[];
  /** Tasks that are blocked by this user's tasks and not assigned to this user. */
  waiting: readonly string[];
  triage: ReturnType<typeof useTriageWaits>;
}

/** Items that require an action by this user. */
export function NeedsYou({ overdue, today, waiting, triage }: NeedsYouProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const proposals = useOpenProposals();
  const tasks = overdue.length + today.length + waiting.length;
  const all = tasks + triage.length + proposals.length;
  const late = overdue.slice(0, SHOWN);
  const now = today.slice(0, SHOWN - late.length);
  const others = waiting.slice(0, Math.max(SHOWN - late.length - now.length, 1));
  return (
    <section className={styles.section} aria-labelledby="needs-you">
      <h2 id="needs-you" className={styles.heading}>
        <Trans>Needs you</Trans> {all > 0 && <span className={styles.count}>{formats.number(all)}</span>}
      </h2>
      {all === 0 && (
        <p className={styles.quiet}>
          <Trans>Nothing waits for you.</Trans>
        </p>
      )}
      <TaskLines name={t`Overdue`} ids={late} />
      <TaskLines name={t`Today`} ids={now} />
      <TaskLines name={t`Waiting for me`} ids={others} />
      {tasks > late.length + now.length + others.length && (
        <Link to="/dashboard/tasks/mine" search={{}} className={styles.more}>
          <Plural value={tasks} one="See all #" other="See all #" />
        </Link>
      )}
      {triage.length + proposals.length > 0 && (
        <ul className={styles.rows}>
          {proposals.map(({ threadId, proposal }) => (
            <li key={proposal.id}>
              <Link to="/dashboard" search={{ thread: threadId }} className={styles.line}>
                <IconMessageCircle size={16} stroke={1.6} aria-hidden="true" />
                <span className={clsx(styles.words, 'one-line')}>{proposal.changes[0]?.title}</span>
                <span className={styles.aside}>
                  <Plural
                    value={proposal.changes.length}
                    one="# change to confirm"
                    other="# changes to confirm"
                  />
                </span>
              </Link>
            </li>
          ))}
          {triage.map(({ projectId, name, count }) => (
            <li key={projectId}>
              <Link
                to="/dashboard/projects/$projectId/triage"
                params={{ projectId }}
                search={{}}
                className={styles.line}
              >
                <IconInbox size={16} stroke={1.6} aria-hidden="true" />
                <span className={clsx(styles.words, 'one-line')}>{name}</span>
                <span className={styles.aside}>
                  <Plural value={count} one="# in triage" other="# in triage" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
