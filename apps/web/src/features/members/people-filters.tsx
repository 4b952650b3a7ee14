import { TEAM_ROLES, type TeamRole } from '@hearth/contracts/permissions/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { SearchField } from '#ui/inputs/search-field.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { PEOPLE_KEYS, type PeopleKey, type PeopleOrder } from './people-order.ts';
import styles from './members.module.css';

const ROLE_FILTERS: Record<TeamRole | 'all', MessageDescriptor> = {
  all: msg`All roles`,
  owner: msg`Owners`,
  admin: msg`Admins`,
  member: msg`Members`,
  guest: msg`Guests`,
};
const SORTS: Record<PeopleKey, MessageDescriptor> = {
  name: msg`Name`,
  role: msg`Role`,
  joined: msg`Date joined`,
  active: msg`Last active`,
};

interface PeopleFiltersProps {
  typed: string;
  role: TeamRole | null;
  order: PeopleOrder;
  /** Whether the list can be sorted by activity. */
  hasActivity: boolean;
  onTyped: (typed: string) => void;
  onRole: (role: TeamRole | null) => void;
  onOrder: (order: PeopleOrder) => void;
  /** Called to move the focus to the first person. */
  onDown: () => void;
}

/** Search, role filter and, on phones, sort order of the members. */
export function PeopleFilters({ typed, role, order, hasActivity, ...on }: PeopleFiltersProps) {
  const { t } = useLingui();
  const sorts = PEOPLE_KEYS.filter((key) => hasActivity || key !== 'active');
  return (
    <>
      <span className={styles.search}>
        <SearchField
          label={t`Find people`}
          value={typed}
          maxLength={256}
          onChange={on.onTyped}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              on.onDown();
            }
            if (event.key === 'Escape' && typed !== '') {
              event.stopPropagation();
              on.onTyped('');
            }
          }}
        />
      </span>
      <Picker
        label={t`Role`}
        isFramed
        options={(['all', ...TEAM_ROLES.toReversed()] as const).map((value) => ({
          value,
          label: t(ROLE_FILTERS[value]),
        }))}
        selected={[role ?? 'all']}
        onPick={(value) => on.onRole(TEAM_ROLES.find((one) => one === value) ?? null)}
      >
        {t(ROLE_FILTERS[role ?? 'all'])}
      </Picker>
      <span className={styles.sortPicker}>
        <Picker
          label={t`Order`}
          isFramed
          options={sorts.map((value) => ({ value, label: t(SORTS[value]) }))}
          selected={[order.key]}
          onPick={(value) => {
            const key = PEOPLE_KEYS.find((one) => one === value) ?? 'name';
            on.onOrder({ key, isReversed: false });
          }}
        >
          {t(SORTS[order.key])}
        </Picker>
      </span>
    </>
  );
}
