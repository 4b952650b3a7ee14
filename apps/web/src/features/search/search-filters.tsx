import { SEARCH_KINDS, type SearchKind } from '@hearth/contracts/search/search-values';
import { useLingui } from '@lingui/react/macro';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { useAllProjects } from '#features/projects/index.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { nameApart } from '#ui/format/person.ts';
import { DayRange } from '#ui/dates/day-range.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { KIND_PLURAL_LABELS } from './kind-labels.ts';
import type { SearchQuestion } from './search.data.ts';
import styles from './search.module.css';

const ANY = 'any';
const orNone = (value: string): string | undefined => (value === ANY ? undefined : value);

interface SearchFiltersProps {
  question: SearchQuestion;
  onChange: (part: Partial<SearchQuestion>) => void;
}

/** Filters of a search. */
export function SearchFilters({ question, onChange }: SearchFiltersProps) {
  const { t, i18n } = useLingui();
  const people = usePeople();
  const projects = useAllProjects();
  const { kind, author, project, from, to } = question;
  const chosen = people.find(({ id }) => id === author);
  const everything = t`Everything`;
  const anyone = t({ message: 'Anyone', context: 'who made what is searched for' });
  const allProjects = t`All projects`;
  return (
    <div className={styles.filters} role="group" aria-label={t`Filter`}>
      <Picker
        label={t`Type`}
        isFramed
        options={[
          { value: ANY, label: everything },
          ...SEARCH_KINDS.map((one) => ({ value: one, label: i18n._(KIND_PLURAL_LABELS[one]) })),
        ]}
        selected={[kind ?? ANY]}
        onPick={(value) => onChange({ kind: orNone(value) as SearchKind | undefined })}
      >
        {kind === undefined ? everything : i18n._(KIND_PLURAL_LABELS[kind])}
      </Picker>
      <Picker
        label={t`Created by`}
        isFramed
        options={[{ value: ANY, label: anyone }, ...people.map(toPersonOption)]}
        selected={[author ?? ANY]}
        onPick={(value) => onChange({ author: orNone(value) })}
      >
        <span className={styles.clip}>
          {author === undefined ? anyone : chosen === undefined ? t`Former member` : nameApart(chosen)}
        </span>
      </Picker>
      <Picker
        label={t`Project`}
        isFramed
        options={[
          { value: ANY, label: allProjects },
          ...projects.map(({ id, name, color }) => ({
            value: id,
            label: name,
            icon: <ColorDot color={color} size={10} />,
          })),
        ]}
        selected={[project ?? ANY]}
        onPick={(value) => onChange({ project: orNone(value) })}
      >
        <span className={styles.clip}>
          {project === undefined
            ? allProjects
            : (projects.find(({ id }) => id === project)?.name ?? t`Deleted`)}
        </span>
      </Picker>
      <DayRange
        label={t`Changed`}
        from={from ?? null}
        to={to ?? null}
        onChange={(days) =>
          onChange('from' in days ? { from: days.from ?? undefined } : { to: days.to ?? undefined })
        }
      />
    </div>
  );
}
