import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import type { Action, ActionGroup } from '#platform/actions/actions.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Keys } from '#ui/keyboard/keys.tsx';
import {
  ALL_ACTIONS,
  BOARD_KEYS,
  CALENDAR_KEYS,
  DOCUMENT_KEYS,
  EDITOR_KEYS,
  TABLE_KEYS,
  TIMELINE_KEYS,
  WORKLOAD_KEYS,
} from './all-actions.ts';
import { changeShortcuts, customShortcuts } from './custom-shortcuts.ts';
import { useDestinations } from '#shell/actions/destinations.actions.ts';
import { ShortcutLine } from './shortcut-line.tsx';
import styles from './shortcut-sheet.module.css';

const SECTIONS: readonly { title: MessageDescriptor; groups: readonly ActionGroup[] }[] = [
  { title: msg`Everywhere`, groups: ['app', 'make', 'team'] },
  { title: msg`Go to`, groups: ['places'] },
  { title: msg`In a project`, groups: ['screen'] },
  { title: msg`In an open task`, groups: ['task'] },
];

/** Every shortcut of the app, grouped by scope. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const destinations = new Set(useDestinations().map(({ action }) => action));
  const actions = ALL_ACTIONS.filter((action) => action.group !== 'places' || destinations.has(action));
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
      <div className={styles.sections}>
        {SECTIONS.map(({ title, groups }) => (
          <Section
            key={title.id}
            title={i18n._(title)}
            acts={actions.filter(({ group }) => groups.includes(group))}
          />
        ))}
        <Section
          title={t`On a board`}
          lines={BOARD_KEYS.map(({ title, keys }) => ({ id: title.id, title: i18n._(title), keys }))}
        />
        <Section
          title={t`In a table`}
          lines={TABLE_KEYS.map(({ title, keys }) => ({ id: title.id, title: i18n._(title), keys }))}
        />
        <Section
          title={t`In a calendar`}
          lines={CALENDAR_KEYS.map(({ title, keys }) => ({ id: title.id, title: i18n._(title), keys }))}
        />
        <Section
          title={t`In a timeline`}
          lines={TIMELINE_KEYS.map(({ title, keys }) => ({ id: title.id, title: i18n._(title), keys }))}
        />
        <Section
          title={t`In a workload`}
          lines={WORKLOAD_KEYS.map(({ title, keys }) => ({ id: title.id, title: i18n._(title), keys }))}
        />
        <Section
          title={t`In the editor`}
          lines={EDITOR_KEYS.map(({ title, keys }) => ({ id: title.id, title: i18n._(title), keys }))}
        />
        <Section
          title={t`In documents`}
          lines={DOCUMENT_KEYS.map(({ title, keys }) => ({ id: title.id, title: i18n._(title), keys }))}
        />
      </div>
    </Dialog>
  );
}

interface SectionProps {
  title: string;
  /** Actions with customizable shortcuts. */
  acts?: readonly Action[];
  lines?: readonly { id: string; title: string; keys: readonly string[] }[];
}

function Section({ title, acts, lines }: SectionProps) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.lines}>
        {acts?.map((action) => (
          <ShortcutLine key={action.id} action={action} />
        ))}
        {lines?.map((line) => (
          <div key={line.id} className={styles.line}>
            <dt>{line.title}</dt>
            <dd className={styles.keys}>
              {line.keys.map((shortcut) => (
                <Keys key={shortcut} shortcut={shortcut} isAlways />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
