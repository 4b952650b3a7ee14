import { Avatar } from './avatar.tsx';
import styles from './chip.module.css';
import { ColorDot } from './color-dot.tsx';
import { nameApart, type Person } from '#ui/format/person.ts';

/** A member, rendered inline in text or in a row. */
export function PersonChip({ person, size = 20 }: { person: Person; size?: number }) {
  return (
    <span className={styles.chip}>
      <Avatar person={person} size={size} />
      <span className="one-line">{nameApart(person)}</span>
    </span>
  );
}

/** A project, rendered inline in text or in a row. */
export function ProjectChip({ name, color }: { name: string; color: string }) {
  return (
    <span className={styles.chip}>
      <ColorDot color={color} />
      <span className="one-line">{name}</span>
    </span>
  );
}
