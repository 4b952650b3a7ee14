import type { ReactNode } from 'react';
import { Logo } from '#ui/display/logo.tsx';
import styles from './centered-page.module.css';

/** A single form in the middle of an otherwise empty page: sign-in, a new team, an invite. */
export function CenteredPage({
  title,
  lead,
  isWide = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** Whether the content has two columns and needs a wider page. */
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <main className={styles.page}>
      <div className={styles.column} data-wide={isWide || undefined}>
        <Logo size={44} />
        <h1 className={styles.title}>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        <div className={styles.body}>{children}</div>
      </div>
    </main>
  );
}
