import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { foldWord } from '@hearth/contracts/core/fold';
import { Button } from '#ui/buttons/button.tsx';
import { documentKeys } from '#features/documents/editor/tools/document-keys.ts';
import {
  boardKeys,
  calendarKeys,
  editorKeys,
  tableKeys,
  timelineKeys,
  workloadKeys,
} from '#features/tasks/index.ts';
import type { ActionGroup, KeyHint } from '#platform/actions/actions.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { SearchField } from '#ui/inputs/search-field.tsx';
import { Keys } from '#ui/keyboard/keys.tsx';
import { ALL_ACTIONS } from './all-actions.ts';
import { changeShortcuts, customShortcuts } from './custom-shortcuts.ts';
import { useDestinations } from '#shell/actions/destinations.actions.ts';
import { ShortcutLine } from './shortcut-line.tsx';
import styles from './shortcut-sheet.module.css';

interface SectionSource {
  title: MessageDescriptor;
  /** Groups of actions, whose shortcuts can be changed. */
  groups?: readonly ActionGroup[];
  /** Fixed keys. */
  hints?: readonly KeyHint[];
}

const SECTIONS: readonly SectionSource[] = [
  { title: msg`Everywhere`, groups: ['app', 'make', 'team'] },
  { title: msg`Go to`, groups: ['places'] },
  { title: msg`In a project`, groups: ['screen'] },
  { title: msg`In an open task`, groups: ['task'] },
  { title: msg`On a board`, hints: boardKeys },
  { title: msg`In a table`, hints: tableKeys },
  { title: msg`In a calendar`, hints: calendarKeys },
  { title: msg`In a timeline`, hints: timelineKeys },
  { title: msg`In a workload`, hints: workloadKeys },
  { title: msg`In the editor`, hints: editorKeys },
  { title: msg`In documents`, hints: documentKeys },
];

/** Every shortcut of the app, grouped by scope. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const destinations = new Set(useDestinations().map(({ action }) => action));
  const actions = ALL_ACTIONS.filter((action) => action.group !== 'places' || destinations.has(action));
  const [typed, setTyped] = useState('');
  const query = foldWord(typed.trim());
  const isFound = ({ title }: { title: MessageDescriptor }) => foldWord(i18n._(title)).includes(query);
  const sections = SECTIONS.map(({ title, groups = [], hints = [] }) => ({
    title,
    acts: actions.filter((action) => groups.includes(action.group) && isFound(action)),
    hints: hints.filter(isFound),
  })).filter(({ acts, hints }) => acts.length + hints.length > 0);
  const { own } = useSelected(customShortcuts, (state) => state);
  const hasOwn = Object.keys(own).length > 0;

  function resetAll(): void {
    changeShortcuts(Object.fromEntries(Object.keys(own).map((act) => [act, null])));
    showToast(t`Default shortcuts`, {
      action: { label: t`Undo`, run: () => changeShortcuts(own) },
    });
  }

  return (
    <Dialog title={t`Keyboard shortcuts`} isOpen isWide onClose={onClose}>
      <div className={styles.lead}>
        <p>
          <Trans>Click a shortcut to change it. Shortcuts sync to all your devices.</Trans>
        </p>
        {hasOwn && (
          <Button variant="default" size="tiny" onClick={resetAll}>
            <Trans>Reset all shortcuts</Trans>
          </Button>
        )}
      </div>
      <SearchField
        label={t`Search shortcuts`}
        value={typed}
        maxLength={100}
        isFocusedAtOnce
        onChange={setTyped}
      />
      <div className={styles.sections}>
        {sections.map(({ title, acts, hints }) => (
          <section key={title.id}>
            <h3 className={styles.heading}>{i18n._(title)}</h3>
            <dl className={styles.lines}>
              {acts.map((action) => (
                <ShortcutLine key={action.id} action={action} />
              ))}
              {hints.map((hint) => (
                <HintLine key={hint.title.id} {...hint} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      {sections.length === 0 && (
        <p role="status">
          <Trans>Nothing found</Trans>
        </p>
      )}
    </Dialog>
  );
}

function HintLine({ title, keys }: KeyHint) {
  const { i18n } = useLingui();
  return (
    <div className={styles.line}>
      <dt>{i18n._(title)}</dt>
      <dd className={styles.keys}>
        {keys.map((shortcut) => (
          <Keys key={shortcut} shortcut={shortcut} isAlways />
        ))}
      </dd>
    </div>
  );
}
