import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import defaultProfileUrl from './default-profile.svg';
import { useFormats } from '#ui/format/formats.ts';
import { makeInitials, pickPersonColor, type Person } from '#ui/format/person.ts';
import styles from './avatar.module.css';

/** A round avatar: the user's own image, the default image if that cannot be loaded, or initials if there is none. */
export function Avatar({ person, size = 24, label }: { person: Person; size?: number; label?: string }) {
  const [failedImage, setFailedImage] = useState<string | null>(null);
  const box = { inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.4) };
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  if (person.image === null || person.image === '') {
    return (
      <span
        className={styles.initials}
        data-initials={makeInitials(person.name)}
        data-color={pickPersonColor(person.id)}
        style={box}
        {...name}
      ></span>
    );
  }
  const image = person.image;
  return (
    <img
      className={styles.image}
      src={failedImage === image ? defaultProfileUrl : image}
      alt={label ?? ''}
      width={size}
      height={size}
      style={box}
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setFailedImage(image)}
    />
  );
}

/** A few overlapping avatars, with '+n' for the rest. Screen readers announce them as a single image. */
export function AvatarStack({
  people,
  size = 20,
  max = 3,
  label,
}: {
  people: readonly Person[];
  size?: number;
  max?: number;
  /** The accessible name. Defaults to 'Assigned to' and all names. */
  label?: string;
}) {
  const { t } = useLingui();
  const formats = useFormats();
  if (people.length === 0) return null;
  const names = formats.list(people.map((person) => person.name));
  const shown = people.slice(0, people.length > max ? max - 1 : max);
  return (
    <span className={styles.stack} role="img" aria-label={label ?? t`Assigned to ${names}`}>
      {shown.map((person) => (
        <Avatar key={person.id} person={person} size={size} />
      ))}
      {people.length > shown.length && (
        <span className={styles.more} style={{ minInlineSize: size, blockSize: size }}>
          {formats.number(people.length - shown.length, { signDisplay: 'always' })}
        </span>
      )}
    </span>
  );
}
