import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ShareLocation, ShareView } from '#platform/page/share-view.ts';
import type { RichNames } from '#ui/rich/rich-names.ts';
import { RichView } from '#ui/rich/rich-view.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { TaskFacts } from './share-facts.tsx';
import { nameStatus } from './share-labels.ts';
import styles from './share.module.css';

interface ShareTaskProps extends ShareLocation {
  view: Extract<ShareView, { kind: 'task' }>;
}

/** A task with its description, checklist and subtasks. */
export function ShareTask({ view, path, query }: ShareTaskProps) {
  const { t } = useLingui();
  const { project, task, details } = view;
  const { description, checklist, parent, parts } = details;
  const status = project.columns[task.column];
  return (
    <article className={styles.task}>
      <nav aria-label={t`Back`}>
        <a className={styles.back} href={path + query}>
          <IconArrowLeft className="tabler-icon-arrow-left" size={16} stroke={1.7} aria-hidden="true" />
          <span dir="auto">{project.name}</span>
        </a>
      </nav>
      <header className={styles.taskHead}>
        <span className={styles.key}>{`${project.key}-${task.number}`}</span>
        <h1 className={styles.name} dir="auto">
          {task.title}
        </h1>
        {status !== undefined && (
          <p className={styles.status}>
            <StatusGlyph category={status.category} color={status.color} />
            <span className={styles.statusName}>{nameStatus(status.name, t)}</span>
          </p>
        )}
        <TaskFacts task={task} />
        {parent !== null && (
          <p className={styles.parent}>
            <Trans>
              Sub-task of <a href={`${path}/${parent.number}${query}`}>{parent.title}</a>
            </Trans>
          </p>
        )}
      </header>
      {description !== null && <Description doc={description} />}
      {checklist.length > 0 && (
        <section>
          <h2>
            <Trans>Checklist</Trans>
          </h2>
          <ul className={styles.steps}>
            {checklist.map(({ title, isDone }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- checklist items have no id here
              <Step key={at} title={title} isDone={isDone} />
            ))}
          </ul>
        </section>
      )}
      {parts.length > 0 && (
        <section>
          <h2>
            <Trans>Sub-tasks</Trans>
          </h2>
          <ul className={styles.steps}>
            {parts.map(({ number, title, isDone }) => (
              <Step key={number} title={title} isDone={isDone} href={`${path}/${number}${query}`} />
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

function Description({ doc }: { doc: RichText }) {
  const { t } = useLingui();
  // Mentions of members are already plain text. Links to other items cannot be resolved on a public page.
  const names: RichNames = {
    person: () => ({ name: '…', isSelf: false }),
    task: () => null,
    stepLabel: (text) => (text === '' ? t`Step` : text),
  };
  return <RichView doc={doc} names={names} className={styles.text} />;
}

function Step({ title, isDone, href }: { title: string; isDone: boolean; href?: string }) {
  const { t } = useLingui();
  return (
    <li data-done={isDone || undefined}>
      <StatusGlyph category={isDone ? 'completed' : 'unstarted'} color={isDone ? 'green' : 'gray'} />
      <span dir="auto">
        {href === undefined ? title : <a href={href}>{title}</a>}
        <span className={styles.said}>{isDone ? t`, done` : t`, open`}</span>
      </span>
    </li>
  );
}
