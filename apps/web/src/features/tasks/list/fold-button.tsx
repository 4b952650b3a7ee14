import { useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import styles from './list.module.css';

interface FoldButtonProps {
  /** Name of the heading. */
  name: string;
  isFolded: boolean;
  onToggle: () => void;
}

/** Collapses or expands a heading. */
export function FoldButton({ name, isFolded, onToggle }: FoldButtonProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={!isFolded}
      aria-label={t`Tasks in ${name}`}
      onClick={onToggle}
    >
      <IconChevronDown size={15} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
