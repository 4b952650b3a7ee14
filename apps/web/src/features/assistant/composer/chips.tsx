import type { AssistantChip } from '@hearth/contracts/assistant/assistant';
import styles from './composer.module.css';

/** Suggestions that are sent with one press. */
export function Chips({
  label,
  chips,
  onSend,
}: {
  label: string;
  chips: readonly AssistantChip[];
  onSend: (text: string) => void;
}) {
  if (chips.length === 0) return null;
  return (
    <div role="group" aria-label={label} className={styles.chips}>
      {chips.map(({ label: chipLabel, text }) => (
        <button
          key={`${chipLabel} ${text}`}
          type="button"
          className={styles.chip}
          onClick={() => onSend(text)}
        >
          {chipLabel}
        </button>
      ))}
    </div>
  );
}
