import { useLingui } from '@lingui/react/macro';
import { Avatar } from '#ui/display/avatar.tsx';
import type { Mentionable } from './use-mentionable.ts';
import styles from './mention-list.module.css';

interface MentionListProps {
  people: readonly Mentionable[];
  /** Index of the item that Enter picks. */
  active: number;
  /** Label of members who cannot be picked. */
  unseeing: string;
  onPick: (at: number) => void;
}

export function mentionOptionId(userId: string): string {
  return `mention-${userId}`;
}

/** Suggested members. The list is operated by pointer and by keys in the field. Focus stays in the field. */
export function MentionList({ people, active, unseeing, onPick }: MentionListProps) {
  const { t } = useLingui();
  return (
    <div id="mentions" role="listbox" aria-label={t`People to mention`}>
      {people.map((person, at) => (
        <div
          key={person.id}
          id={mentionOptionId(person.id)}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          aria-disabled={!person.canSee}
          className={styles.line}
          // Prevents the field from losing focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(at);
          }}
        >
          <Avatar person={person} size={22} />
          <span className={styles.name}>{person.name}</span>
          {person.namesakeHint !== undefined && person.canSee && (
            <span className={styles.why}>{person.namesakeHint}</span>
          )}
          {!person.canSee && <span className={styles.why}>{unseeing}</span>}
        </div>
      ))}
    </div>
  );
}
