import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ActionGroup } from '#platform/actions.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Keys } from '#ui/keys.tsx';
import {
  ALL_ACTIONS,
  BOARD_KEYS,
  CALENDAR_KEYS,
  EDITOR_KEYS,
  TABLE_KEYS,
  TIMELINE_KEYS,
  WORKLOAD_KEYS,
} from './all-actions.ts';
import { usePlaces } from './places.actions.ts';
import styles from './shortcut-sheet.module.css';

const SECTIONS: readonly { title: MessageDescriptor; groups: readonly ActionGroup[] }[] = [
  { title: msg`Everywhere`, groups: ['app', 'make', 'team'] },
  { title: msg`Go to`, groups: ['places'] },
  { title: msg`In a project`, groups: ['screen'] },
  { title: msg`In an open task`, groups: ['task'] },
];

/** Every shortcut of the app, by where it works. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const places = new Set(usePlaces().map(({ action }) => action));
  const actions = ALL_ACTIONS.filter((action) => action.group !== 'places' || places.has(action));
  return (
    <Dialog title={t`Keyboard shortcuts`} isOpen isWide onClose={onClose}>
      <div className={styles.sections}>
        {SECTIONS.map(({ title, groups }) => (
          <Section
            key={title.id}
            title={i18n._(title)}
            lines={actions
              .filter(({ group, shortcuts }) => groups.includes(group) && shortcuts)
              .map((action) => ({
                id: action.id,
                title: i18n._(action.title),
                keys: action.shortcuts ?? [],
              }))}
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
          title={t`In a text`}
          lines={EDITOR_KEYS.map(({ title, keys }) => ({ id: title.id, title: i18n._(title), keys }))}
        />
      </div>
    </Dialog>
  );
}

interface SectionProps {
  title: string;
  lines: readonly { id: string; title: string; keys: readonly string[] }[];
}

function Section({ title, lines }: SectionProps) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.lines}>
        {lines.map((line) => (
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
