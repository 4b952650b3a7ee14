import { FILTER_LIMITS, isGroup, type Condition } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { addItem, findItem, removeItem, replaceItem, type FilterPath } from './edit-filter.ts';
import { FilterPicker } from './filter-picker.tsx';
import { useFilterChange } from '#features/views/address/use-view-change.ts';
import { hiddenFieldsOf } from '#features/views/address/view-address.ts';
import type { ViewScreen } from '#features/views/address/view-search.ts';

interface AddFilterProps {
  /** The group to which the condition is added. */
  path: FilterPath;
  screen: ViewScreen;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  children: ReactNode;
}

/** Adds a condition. The condition exists while it has at least one value. */
export function AddFilter({ path, screen, children, ...rest }: AddFilterProps) {
  const { t } = useLingui();
  const onChange = useFilterChange(screen);
  const [isGrouping, setIsGrouping] = useState(false);
  /** Path of the condition that this picker has created. */
  const addedPath = useRef<FilterPath | null>(null);

  function put(next: Condition | null): void {
    onChange((filter) => {
      const at = addedPath.current;
      if (at !== null) {
        if (next === null) addedPath.current = null;
        return next === null ? removeItem(filter, at) : replaceItem(filter, at, next);
      }
      if (next === null) return filter;
      const group = findItem(filter, path);
      if (group === undefined || !isGroup(group)) return filter;
      const itemPath = [...path, group.items.length];
      addedPath.current = isGrouping ? [...itemPath, 0] : itemPath;
      const other = group.match === 'all' ? 'any' : 'all';
      return addItem(filter, path, isGrouping ? { match: other, items: [next] } : next);
    });
  }

  return (
    <FilterPicker
      label={isGrouping ? t`First in group` : t`Filter`}
      condition={null}
      without={hiddenFieldsOf(screen)}
      onChange={put}
      onGroup={path.length + 1 < FILTER_LIMITS.depth && !isGrouping ? () => setIsGrouping(true) : undefined}
      onClose={() => {
        addedPath.current = null;
        setIsGrouping(false);
      }}
      {...rest}
    >
      {children}
    </FilterPicker>
  );
}
