import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PrerenderedPath } from '#platform/page/prerendered.ts';
import { formatCalendarDay } from '#ui/format/formats.ts';
import { LanguageLink } from './language-link.tsx';
import { PageHeader } from './page-header.tsx';
import styles from './article.module.css';

interface ArticleProps {
  path: PrerenderedPath;
  title: ReactNode;
  lead: ReactNode;
  /** Date of the last change to a legal document. */
  changedOn?: string;
  children: ReactNode;
}

/** A page with continuous text. */
export function Article({ path, title, lead, changedOn, children }: ArticleProps) {
  return (
    <>
      <PageHeader />
      <main className={styles.page}>
        <article className={styles.article}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
          <p className={styles.end}>
            {changedOn !== undefined && <ChangedOn day={changedOn} />}
            <LanguageLink path={path} />
          </p>
        </article>
      </main>
    </>
  );
}

function ChangedOn({ day }: { day: string }) {
  const date = formatCalendarDay(day, { dateStyle: 'long' });
  return (
    <span>
      <Trans>Last updated {date}.</Trans>
    </span>
  );
}
