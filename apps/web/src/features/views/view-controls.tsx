import { Trans, useLingui } from '@lingui/react/macro';
import { IconAdjustmentsHorizontal, IconFilter } from '@tabler/icons-react';
import { useState, type ReactNode, type Ref } from 'react';
import { useAction, type Action } from '#platform/actions/actions.ts';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { AddFilter, DisplayMenu, FilterBar } from './lazy-parts.ts';
import type { ViewScreen, ViewSearch } from './address/view-search.ts';
import { addFilter, changeDisplay } from './address/views.actions.ts';
import styles from './saved-views/view-controls.module.css';

interface ViewControlsProps {
  search: ViewSearch;
  screen: ViewScreen;
}

/** The root group of the filter. */
const NO_PATH: readonly number[] = [];

/** Controls to change the view of a screen's tasks. */
export function ViewControls({ search, screen }: ViewControlsProps) {
  const display = (
    <>
      <IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden="true" />
      <span className={styles.word}>
        <Trans>Display</Trans>
      </span>
    </>
  );
  return (
    <div className={styles.controls}>
      <FilterButton screen={screen} />
      <LaterMenu
        action={changeDisplay}
        content={display}
        render={(waiting) => (
          <DisplayMenu search={search} screen={screen} {...waiting}>
            {display}
          </DisplayMenu>
        )}
      />
    </div>
  );
}

/** Adds a condition to the filter in the URL. */
export function FilterButton({ screen }: { screen: ViewScreen }) {
  const filter = (
    <>
      <IconFilter size={16} stroke={1.6} aria-hidden="true" />
      <span className={styles.word}>
        <Trans>Filter</Trans>
      </span>
    </>
  );
  return (
    <LaterMenu
      action={addFilter}
      isForFilter
      content={filter}
      render={(waiting) => (
        <AddFilter screen={screen} path={NO_PATH} {...waiting}>
          {filter}
        </AddFilter>
      )}
    />
  );
}

/** Active filter conditions below the header. */
export function ViewBar({ search, screen }: ViewControlsProps) {
  return search.filter === undefined ? null : <FilterBar search={search} screen={screen} />;
}

/**
 * Props of a lazy-loaded menu, with the placeholder button to show until it is loaded. `isWanted` is whether the button has been pressed.
 */
interface Waiting {
  isWanted: boolean;
  startsOpen: boolean;
  standIn: ReactNode;
  buttonRef: Ref<HTMLButtonElement>;
}

interface LaterMenuProps {
  action: Action;
  /** Whether this menu adds filter conditions. */
  isForFilter?: boolean;
  content: ReactNode;
  render: (waiting: Waiting) => ReactNode;
}

/** Moves focus from a placeholder button to the button of the lazy-loaded menu that replaces it. */
function createButtonHandle(): { hold: (element: HTMLButtonElement | null) => void; press: () => void } {
  let button: HTMLButtonElement | null = null;
  let hadFocus = false;
  return {
    hold(element) {
      if (element === null) hadFocus = document.activeElement === button;
      else if (hadFocus) element.focus();
      button = element;
    },
    press: () => button?.click(),
  };
}

/** Button with a lazy-loaded menu that opens as soon as it is loaded. */
export function LaterMenu({ action, isForFilter = false, content, render }: LaterMenuProps) {
  const { t } = useLingui();
  const [isWanted, setIsWanted] = useState(false);
  const [{ hold, press }] = useState(createButtonHandle);
  useAction(action, press);
  const standIn = (
    <button
      ref={hold}
      type="button"
      aria-haspopup="listbox"
      aria-expanded={false}
      onClick={() => setIsWanted(true)}
    >
      {content}
    </button>
  );
  return (
    <Tooltip label={t(action.title)} shortcut={action}>
      <span className={styles.menu} data-filter-adds={isForFilter || undefined}>
        {render({ isWanted, startsOpen: isWanted, standIn, buttonRef: hold })}
      </span>
    </Tooltip>
  );
}
