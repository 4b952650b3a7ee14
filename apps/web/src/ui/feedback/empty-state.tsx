import type { ReactNode } from 'react';
import styles from './feedback.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** One sentence that describes the expected content. */
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.emptyIcon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={styles.emptyTitle}>{title}</h2>
      <p className={styles.emptyText}>{children}</p>
      {action !== undefined && <div className={styles.emptyAction}>{action}</div>}
    </div>
  );
}
