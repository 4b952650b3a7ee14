import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** Related settings, with a heading if a screen has several groups. */
export function SettingsGroup({
  title,
  hint,
  isDanger = false,
  children,
}: {
  title?: string;
  hint?: ReactNode;
  isDanger?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={styles.group} aria-label={title}>
      {title !== undefined && <h3 className={styles.heading}>{title}</h3>}
      {hint !== undefined && <p className={styles.lead}>{hint}</p>}
      <div className={styles.rows} data-danger={isDanger || undefined}>
        {children}
      </div>
    </section>
  );
}

/** A setting with its label and description on one side and its control on the other. */
export function SettingRow({
  label,
  hint,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <div className={styles.label}>{label}</div>
        {hint !== undefined && <div className={styles.hint}>{hint}</div>}
      </div>
      {children !== undefined && <div className={styles.control}>{children}</div>}
    </div>
  );
}
