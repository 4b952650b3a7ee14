import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { PersonChip } from '#ui/display/chip.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import panel from '#features/tasks/fields/panel.module.css';
import styles from './templates.module.css';

type Member = SyncRows['member'];

interface TemplateRolesProps {
  roles: readonly string[];
  /** Members who can see the tasks or the project to be created. */
  people: readonly Member[];
  /** The member assigned to each role. Null if the role is unassigned. */
  filled: readonly (string | null)[];
  onFill: (filled: (string | null)[]) => void;
}

const NOBODY = 'nobody';

export function TemplateRoles({ roles, people, filled, onFill }: TemplateRolesProps) {
  const { t } = useLingui();
  const ids = new Set(people.map(({ userId }) => userId));
  const persons = usePeople().filter(({ id }) => ids.has(id));
  if (roles.length === 0) return null;
  return (
    <fieldset className={styles.roles}>
      <legend>
        <Trans>Assignee</Trans>
      </legend>
      {roles.map((role, at) => {
        const person = persons.find(({ id }) => id === filled[at]);
        return (
          <div key={role} className={styles.line}>
            <span className={styles.label}>{role}</span>
            <Picker
              label={role}
              isFramed
              selected={[person?.id ?? NOBODY]}
              options={[{ value: NOBODY, label: t`Unassigned` }, ...persons.map(toPersonOption)]}
              onPick={(id) =>
                onFill(filled.map((one, other) => (other === at ? (id === NOBODY ? null : id) : one)))
              }
            >
              {person === undefined ? (
                <span className={panel.faint}>
                  <Trans>Unassigned</Trans>
                </span>
              ) : (
                <PersonChip person={person} />
              )}
            </Picker>
          </div>
        );
      })}
    </fieldset>
  );
}
