import { useLingui } from '@lingui/react/macro';
import { AvatarStack } from '#ui/display/avatar.tsx';
import { PersonChip } from '#ui/display/chip.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { nameApart, shortenNames, type Person } from '#ui/format/person.ts';
import styles from './panel.module.css';

/** Maximum number of members shown by name. The others are counted. */
const MAX_NAMED = 2;

/** Button label with the full name of a single member, or the first names of two members and the number of others. */
export function PeopleNames({ people }: { people: readonly Person[] }) {
  const { t } = useLingui();
  const formats = useFormats();
  const [first, second] = people;
  if (first === undefined) return <span className={styles.faint}>{t`Nobody`}</span>;
  if (second === undefined) return <PersonChip person={first} />;
  const short = shortenNames([first.name, second.name]);
  const [one, other] = [first, second].map((person, at) =>
    person.namesakeHint === undefined ? short[at] : nameApart(person),
  );
  const names = formats.list(people.map(nameApart));
  const more = formats.number(people.length - MAX_NAMED, { signDisplay: 'always' });
  return (
    <>
      <AvatarStack people={people.slice(0, MAX_NAMED)} label={t`Assigned to ${names}`} />
      <span className="one-line" aria-hidden="true">
        {people.length > MAX_NAMED ? t`${one}, ${other} ${more}` : t`${one}, ${other}`}
      </span>
    </>
  );
}
