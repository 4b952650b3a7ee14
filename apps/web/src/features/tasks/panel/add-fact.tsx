import { Trans, useLingui } from '@lingui/react/macro';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { Keys } from '#ui/keyboard/keys.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { FieldTypeIcon } from '#features/tasks/custom-fields/field-labels.tsx';
import type { TeamField } from '#features/tasks/custom-fields/fields.data.ts';
import { addFieldAction } from '#features/tasks/model/tasks.actions.ts';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import { FACT_LABELS } from './fact-labels.ts';
import type { Fact } from './folded-facts.ts';
import type { Folds } from './use-folds.ts';
import styles from '#features/tasks/fields/panel.module.css';

const ALL = '*';

interface AddFactProps {
  facts: readonly Fact[];
  fields: readonly TeamField[];
  folds: Folds;
}

/** Lists the empty properties behind one button. Choosing a property shows it and opens its editor. */
export function AddFact({ facts, fields, folds }: AddFactProps) {
  const { t, i18n } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<string | null>(null);
  const hasChosen = useHasChosen();
  const isNeeded = facts.length + fields.length > 0;
  useAction(addFieldAction, () => button.current?.click(), isNeeded && !hasChosen);
  if (!isNeeded) return null;
  return (
    <div className={styles.addFact}>
      <Picker
        label={t`Add a field`}
        showsValue={false}
        buttonRef={button}
        selected={[]}
        options={[
          ...facts.map((fact) => {
            const { name, action } = FACT_LABELS[fact];
            return {
              value: fact,
              label: i18n._(name),
              icon: <action.icon size={16} stroke={1.7} aria-hidden="true" />,
              aside: <Keys shortcut={action} />,
            };
          }),
          ...fields.map(({ id, name, type }) => ({
            value: id,
            label: name,
            icon: <FieldTypeIcon type={type} />,
          })),
          {
            value: ALL,
            label: t`Show all fields`,
            icon: <IconListDetails size={16} stroke={1.7} aria-hidden="true" />,
          },
        ]}
        onPick={(fact) => {
          chosen.current = fact;
        }}
        onClose={() => {
          // The list has restored focus by now, so the opened editor keeps it.
          const fact = chosen.current;
          chosen.current = null;
          if (fact === ALL) folds.unfoldAll();
          else if (fact !== null) folds.reach(fact);
        }}
      >
        <IconPlus size={15} stroke={1.7} aria-hidden="true" />
        <Trans>Add a field…</Trans>
      </Picker>
    </div>
  );
}
