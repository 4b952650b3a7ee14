import type { SearchResult } from '@hearth/contracts/search/search';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useRow } from '#platform/sync/index.ts';
import { Marked } from '#ui/display/marked.tsx';
import { Timestamp } from '#ui/format/timestamp.tsx';
import { KIND_WORDS } from './kind-words.ts';
import { ResultIcon } from './result-icon.tsx';
import styles from './search.module.css';

/** The panel of a task over the screen. */
export interface TaskWays {
  open: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

/** A result: what it is, where what was asked for stands in it, and the way there. */
export function ResultLine({ result, ways }: { result: SearchResult; ways: TaskWays }) {
  return (
    <li>
      <ResultLink result={result} ways={ways}>
        <span className={styles.icon} aria-hidden="true">
          <ResultIcon result={result} />
        </span>
        <ResultWords result={result} />
      </ResultLink>
    </li>
  );
}

function ResultWords({ result: { kind, title, snippet, marks, projectId, at } }: { result: SearchResult }) {
  const { t, i18n } = useLingui();
  const project = useRow('project', projectId ?? '');
  return (
    <span className={styles.words}>
      <span className={styles.title} dir="auto">
        {title === '' ? t`Untitled` : <Marked text={title} marks={marks.title} />}
      </span>
      {snippet !== '' && (
        <span className={styles.snippet} dir="auto">
          <Marked text={snippet} marks={marks.snippet} />
        </span>
      )}
      <span className={styles.about}>
        <span>{i18n._(KIND_WORDS[kind])}</span>
        {project !== undefined && kind !== 'project' && (
          <>
            <Dot />
            <span className={styles.clip}>{project.name}</span>
          </>
        )}
        {kind !== 'person' && (
          <>
            <Dot />
            <Timestamp at={at} />
          </>
        )}
      </span>
    </span>
  );
}

const Dot = () => <span aria-hidden="true">·</span>;

function ResultLink({
  result: { kind, id, taskId = id, blockId },
  ways,
  children,
}: {
  result: SearchResult;
  ways: TaskWays;
  children: ReactNode;
}) {
  const look = { className: styles.line, 'data-result': true } as const;
  if (kind === 'document')
    return (
      <Link
        {...look}
        to="/dashboard/documents/$documentId"
        params={{ documentId: id }}
        search={{}}
        {...(blockId === undefined ? {} : { hash: blockId })}
      >
        {children}
      </Link>
    );
  if (kind === 'project')
    return (
      <Link {...look} to="/dashboard/projects/$projectId" params={{ projectId: id }} search={{}}>
        {children}
      </Link>
    );
  if (kind === 'person')
    return (
      <Link {...look} to="/dashboard/members" search={{ person: id }}>
        {children}
      </Link>
    );
  function openHere(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    ways.open(taskId);
  }
  return (
    <a {...look} href={ways.hrefOf(taskId)} onClick={openHere}>
      {children}
    </a>
  );
}
