import { shownType } from '@hearth/contracts/custom-fields/formula-values';
import { isCustomFieldName } from '@hearth/contracts/custom-fields/custom-field-query-values';
import {
  isGroup,
  NO_FILTER,
  opsOf,
  type Condition,
  type FilterGroup,
  type FilterOp,
} from '@hearth/contracts/views/view-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import { useAction } from '#platform/actions/actions.ts';
import { useFormats } from '#ui/format/formats.ts';
import { nameApart } from '#ui/format/person.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { AddFilter } from './add-filter.tsx';
import { removeItem, replaceItem, turnMatch, type FilterPath } from './edit-filter.ts';
import { FilterPicker } from './filter-picker.tsx';
import { restoreFocus } from '#features/views/address/restore-focus.ts';
import { usePeople } from '#features/members/index.ts';
import { explainProblem, nameFixedValue, OP_LABELS, TITLE_OP_LABELS } from './filter-labels.ts';
import { useFilterValues } from './use-filter-values.tsx';
import { useViewLabels } from './use-view-labels.ts';
import { useFilterChange } from '#features/views/address/use-view-change.ts';
import { hiddenFieldsOf, readView } from '#features/views/address/view-address.ts';
import type { ViewScreen, ViewSearch } from '#features/views/address/view-search.ts';
import { clearFilter } from '#features/views/address/views.actions.ts';
import styles from './filter-bar.module.css';

type Change = (change: (filter: FilterGroup) => FilterGroup) => void;

/** The active conditions. Each can be edited, negated or removed. */
export function FilterBar({ search, screen }: { search: ViewSearch; screen: ViewScreen }) {
  const { t } = useLingui();
  const { view, problem } = readView(search, screen.kind);
  const onChange = useFilterChange(screen);
  function clear(): void {
    onChange(() => NO_FILTER);
    restoreFocus();
  }
  useAction(clearFilter, clear);
  if (problem !== null) {
    return (
      <div className={styles.bar}>
        <Notice
          kind="warning"
          title={t`The filter in this link isn’t applied`}
          action={
            <Button variant="default" onClick={clear}>
              <Trans>Clear the filter</Trans>
            </Button>
          }
        >
          {explainProblem(problem)}
        </Notice>
      </div>
    );
  }
  if (view.filter.items.length === 0) return null;
  return (
    <div className={styles.bar} role="group" aria-label={t`Filter`}>
      <GroupItems group={view.filter} path={[]} screen={screen} onChange={onChange} />
      <span className={styles.spring} />
      <button type="button" className={styles.clear} onClick={clear}>
        <Trans>Clear</Trans>
      </button>
    </div>
  );
}

interface GroupProps {
  group: FilterGroup;
  path: FilterPath;
  screen: ViewScreen;
  onChange: Change;
}

function GroupItems({ group, path, screen, onChange }: GroupProps) {
  const { t } = useLingui();
  return (
    <>
      {group.items.map((item, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- conditions are identified by their index
        <Fragment key={at}>
          {at > 0 && (
            <button
              type="button"
              className={styles.joint}
              aria-label={
                group.match === 'all'
                  ? t`Match all filters. Click to match any.`
                  : t`Match any filter. Click to match all.`
              }
              onClick={() => onChange((filter) => turnMatch(filter, path))}
            >
              {group.match === 'all'
                ? t({ message: 'and', context: 'between conditions' })
                : t({ message: 'or', context: 'between conditions' })}
            </button>
          )}
          {isGroup(item) ? (
            <span className={styles.group} role="group" aria-label={t`Filter group`}>
              <GroupItems group={item} path={[...path, at]} screen={screen} onChange={onChange} />
            </span>
          ) : (
            <Chip condition={item} path={[...path, at]} screen={screen} onChange={onChange} />
          )}
        </Fragment>
      ))}
      <span data-filter-adds>
        <AddFilter path={path} screen={screen}>
          <IconPlus size={15} stroke={1.8} aria-hidden="true" />
          <span className="hidden-text">{t`Add filter`}</span>
        </AddFilter>
      </span>
    </>
  );
}

interface ChipProps {
  condition: Condition;
  path: FilterPath;
  screen: ViewScreen;
  onChange: Change;
}

/** Maximum number of values listed. If there are more, their count is shown. */
const NAMED = 2;

function Chip({ condition, path, screen, onChange }: ChipProps) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const formats = useFormats();
  const valuesOf = useFilterValues(condition);
  const people = usePeople();
  const { field, op, values } = condition;
  const viewLabels = useViewLabels();
  const name = viewLabels.filter(field);
  const own = isCustomFieldName(field) ? viewLabels.find(field) : undefined;
  const type = own && shownType(own);
  const labels = field === 'title' || type === 'text' || type === 'url' ? TITLE_OP_LABELS : OP_LABELS;
  // A field with a single value can never match all of several values. Offer 'all' only for other fields.
  const hasSeveral =
    type === undefined || type === 'multiSelect' || type === 'relation' || labels === TITLE_OP_LABELS;
  const ops = opsOf(field).filter((one) => one !== 'all' || hasSeveral || op === 'all');
  const known = valuesOf(field);
  const names = values.map((value) => {
    const person = people.find(({ id }) => id === value);
    if (person !== undefined) return nameApart(person);
    return (
      known.find((option) => option.value === value)?.label ??
      nameFixedValue(field, value, unit) ??
      t`Deleted`
    );
  });
  const count = names.length;
  function remove(): void {
    onChange((filter) => removeItem(filter, path));
    restoreFocus();
  }
  return (
    <span className={styles.chip} role="group" aria-label={t`Filter by ${name}`}>
      <span className={styles.field}>{name}</span>
      <Picker
        label={t`Operator`}
        selected={[op]}
        options={ops.map((value) => ({ value, label: t(labels[value]) }))}
        onPick={(value) =>
          onChange((filter) => replaceItem(filter, path, { ...condition, op: value as FilterOp }))
        }
      >
        <span className={styles.op}>{t(labels[op])}</span>
      </Picker>
      <FilterPicker
        label={name}
        condition={condition}
        without={hiddenFieldsOf(screen)}
        onChange={(next) => {
          if (next === null) remove();
          else onChange((filter) => replaceItem(filter, path, next));
        }}
      >
        <span className={styles.values}>
          {count > NAMED
            ? t`${formats.number(count)} values`
            : op === 'all'
              ? formats.list(names)
              : formats.choice(names)}
        </span>
      </FilterPicker>
      <IconButton label={t`Remove the filter by ${name}`} size={26} onClick={remove}>
        <IconX size={14} stroke={1.7} />
      </IconButton>
    </span>
  );
}
