import { listNamedFields } from '@hearth/contracts/custom-fields/formula-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { announce } from '#platform/client-state/announce.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SettingsGroup } from '#ui/layout/settings.tsx';
import { listFieldChanges } from './field-changes.ts';
import { FieldDialog } from './field-dialog.tsx';
import { FieldTypeIcon, FIELD_TYPE_LABELS } from './field-labels.tsx';
import {
  createField,
  deleteField,
  fieldsInOrder,
  moveField,
  updateField,
  type TeamField,
} from './fields.data.ts';
import styles from '#features/tasks/work-settings/work-settings.module.css';

/** Lists the custom fields of the team in the order in which tasks show them. */
export function FieldSettings() {
  const { t } = useLingui();
  const store = useTeamStore();
  const fields = useRows(fieldsInOrder(store));
  const canEdit = useMay()('fields.change');
  /** The field being edited, or `new`. */
  const [edited, setEdited] = useState<TeamField | 'new' | null>(null);

  function remove(field: TeamField): void {
    const naming = fields.find(
      ({ formula }) => formula !== null && listNamedFields(formula).includes(field.id),
    );
    if (naming !== undefined) {
      const [name, other] = [field.name, naming.name];
      showToast(t`The formula of “${other}” uses “${name}”: change that one first.`, { isSuccess: false });
      return;
    }
    store.mutate(deleteField(store, field.id));
    showToast(t`Field deleted`, { action: { label: t`Undo`, run: () => void store.undo() } });
  }

  return (
    <SettingsGroup title={t`Fields`} hint={t`Custom fields for tasks in all projects.`}>
      {!canEdit && (
        <div className={styles.why}>
          <WhyNot act="fields.change" />
        </div>
      )}
      {fields.length === 0 && (
        <p className={styles.none}>
          <Trans>No fields yet. Add a budget, a client, a size: anything your team tracks.</Trans>
        </p>
      )}
      <ul className={styles.list} aria-label={t`Fields`}>
        {fields.map((field, at) => (
          <FieldRow
            key={field.id}
            field={field}
            canEdit={canEdit}
            isFirst={at === 0}
            isLast={at === fields.length - 1}
            onChange={setEdited}
            onRemove={remove}
          />
        ))}
      </ul>
      {canEdit && fields.length < LIMITS.fieldsPerTeam && (
        <div className={styles.add}>
          <Button variant="default" onClick={() => setEdited('new')}>
            <Trans>New field</Trans>
          </Button>
        </div>
      )}
      <FieldDialog
        field={edited === 'new' ? undefined : (edited ?? undefined)}
        isOpen={edited !== null}
        others={fields.filter(({ id }) => edited === 'new' || id !== edited?.id)}
        onClose={() => setEdited(null)}
        onSave={(input) => {
          if (edited === 'new') {
            store.mutate(createField(store, input));
            announce(t`Field added`);
          } else if (edited !== null) {
            const changes = listFieldChanges(edited, input, store.row('field', edited.id));
            if (Object.keys(changes).length > 0) store.mutate(updateField(store, edited.id, changes));
          }
          setEdited(null);
        }}
      />
    </SettingsGroup>
  );
}

interface FieldRowProps {
  field: TeamField;
  canEdit: boolean;
  isFirst: boolean;
  isLast: boolean;
  onChange: (field: TeamField) => void;
  onRemove: (field: TeamField) => void;
}

function FieldRow({ field, canEdit, isFirst, isLast, onChange, onRemove }: FieldRowProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const { name } = field;
  const move = (step: 1 | -1) => store.mutate(moveField(store, field.id, step));
  return (
    <li className={styles.row}>
      <FieldTypeIcon type={field.type} />
      <span className={styles.name}>
        {name} <span className={styles.kind}>{t(FIELD_TYPE_LABELS[field.type])}</span>
      </span>
      {canEdit && (
        <span className={styles.controls}>
          <IconButton label={t`Change the field ${name}`} onClick={() => onChange(field)}>
            <IconPencil size={16} stroke={1.7} />
          </IconButton>
          <IconButton label={t`Move ${name} up`} disabled={isFirst} onClick={() => move(-1)}>
            <IconArrowUp size={16} stroke={1.7} />
          </IconButton>
          <IconButton label={t`Move ${name} down`} disabled={isLast} onClick={() => move(1)}>
            <IconArrowDown size={16} stroke={1.7} />
          </IconButton>
          <IconButton label={t`Delete the field ${name}`} onClick={() => onRemove(field)}>
            <IconTrash size={16} stroke={1.7} />
          </IconButton>
        </span>
      )}
    </li>
  );
}
