import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './page-intro.module.css';

interface PageIntroProps {
  icon: ReactNode;
  title: string;
  /** What the screen is for, in a sentence. */
  lead: ReactNode;
  items: readonly { icon: Icon; title: string; text: string }[];
  /** How things stand now, and what a person can do about it. */
  children?: ReactNode;
}

/** Introduces a screen that has nothing to show yet. */
export function PageIntro({ icon, title, lead, items, children }: PageIntroProps) {
  return (
    <div className={styles.outlook}>
      <span className={styles.mark} aria-hidden="true">
        {icon}
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.lead}>{lead}</p>
      <ul className={styles.items}>
        {items.map(({ icon: ItemIcon, title: itemTitle, text }) => (
          <li key={itemTitle} className={styles.item}>
            <ItemIcon size={18} stroke={1.6} aria-hidden="true" />
            <h3 className={styles.itemTitle}>{itemTitle}</h3>
            <p className={styles.itemText}>{text}</p>
          </li>
        ))}
      </ul>
      {children !== undefined && <div className={styles.foot}>{children}</div>}
    </div>
  );
}
