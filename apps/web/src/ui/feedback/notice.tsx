import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  title?: string;
  kind?: 'info' | 'warning' | 'danger';
  children: ReactNode;
  /** The action that resolves the problem. */
  action?: ReactNode;
}

/** A persistent message above the content that it refers to. */
export function Notice({ title, kind = 'info', children, action }: NoticeProps) {
  const NoticeIcon = kind === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <aside className={styles.notice} data-kind={kind} aria-label={title}>
      <NoticeIcon size={18} stroke={1.7} aria-hidden="true" />
      <div className={styles.text}>
        {title !== undefined && <strong className={styles.title}>{title}</strong>}
        <div>{children}</div>
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </aside>
  );
}
