import { Modal } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useId, useLayoutEffect, useMemo, useRef, useState, type Ref } from 'react';
import { useServerResults } from '#features/search/index.ts';
import { noteRecent, readRecents } from '#platform/client-state/recents.ts';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { teamsState } from '#platform/session/teams.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Keys } from '#ui/keyboard/keys.tsx';
import { addServerResults } from './palette-server-results.tsx';
import { collectItems, type PaletteNavigation } from './palette-items.tsx';
import { Line } from './palette-line.tsx';
import { searchPalette, type FoundGroup, type PaletteGroup, type PaletteItem } from './palette-search.ts';
import styles from './command-palette.module.css';

const GROUP_NAMES: Record<PaletteGroup, MessageDescriptor> = {
  recent: msg`Recent`,
  task: msg`This task`,
  screen: msg`This screen`,
  make: msg`Create`,
  places: msg`Go to`,
  tasks: msg`Tasks`,
  documents: msg`Documents`,
  projects: msg`Projects`,
  people: msg`People`,
  team: msg`Teams`,
  app: msg`App`,
  found: msg`More results`,
  all: msg`Search`,
};

interface CommandPaletteProps {
  navigation: PaletteNavigation;
  /** @param chosen runs once the palette has closed */
  onClose: (chosen?: () => void) => void;
}

/** Finds actions, navigation targets and the team's items by a few letters. */
export function CommandPalette({ navigation, onClose }: CommandPaletteProps) {
  const { t } = useLingui();
  return (
    <Modal.Root
      opened
      onClose={() => onClose()}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      yOffset="12dvh"
      size={600}
      classNames={{ content: styles.frame }}
    >
      <Modal.Overlay className={styles.backdrop} backgroundOpacity={0} />
      <Modal.Content aria-label={t`Search and commands`}>
        <Search navigation={navigation} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ navigation, onClose }: CommandPaletteProps) {
  const { t, i18n } = useLingui();
  const store = useTeamStore();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  // Selected by id because server results are inserted between existing lines.
  const [selected, setSelected] = useState<string | null>(null);
  const [recents] = useState(readRecents);
  const items = useMemo(
    () => collectItems(store, teamsState.get(), navigation, i18n),
    [store, navigation, i18n],
  );
  // Not deferred: Enter must apply to the current input, however fast it was typed.
  const known = useMemo(() => searchPalette(items, query, recents), [items, query, recents]);
  const isOffline = useSyncStatus() === 'offline';
  // The server cannot search historical snapshots.
  const isServerSearched = !isOffline && store.at === null;
  const answers = useServerResults(query, isServerSearched);
  const groups = isServerSearched
    ? addServerResults(known, { typed: query, ...answers }, navigation, i18n)
    : known;
  const lines = groups.flatMap(({ found }) => found);
  const at =
    lines.length === 0
      ? -1
      : Math.max(
          0,
          lines.findIndex(({ item }) => item.id === selected),
        );

  // Focus synchronously. The dialog moves focus later, and keys pressed before that would be lost.
  useLayoutEffect(() => field.current?.focus(), []);

  const selectedId = at >= 0 ? `${id}-${at}` : undefined;

  function choose(item: PaletteItem | undefined): void {
    if (item === undefined) return;
    if (item.isPassing !== true) noteRecent(item.id);
    onClose(item.run);
  }

  function handleKey(event: React.KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && lines.length > 0) {
      event.preventDefault();
      setSelected(lines[(at + step + lines.length) % lines.length]?.item.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(lines[at]?.item);
    } else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onClose();
    }
  }

  return (
    <>
      <div className={styles.top}>
        <IconSearch size={18} stroke={1.7} aria-hidden="true" className={styles.lens} />
        <input
          ref={field}
          className={styles.field}
          role="combobox"
          aria-label={t`Search and commands`}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={selectedId}
          aria-autocomplete="list"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t`Search or type a command`}
          data-autofocus
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setSelected(null);
            list.current?.scrollTo({ top: 0 });
          }}
          onKeyDown={handleKey}
        />
        <span className={styles.escape}>
          <Keys shortcut="escape" />
        </span>
        <span className={styles.close}>
          <IconButton label={t`Close`} onClick={() => onClose()}>
            <IconX size={18} stroke={1.7} />
          </IconButton>
        </span>
      </div>
      <Lines ref={list} id={id} groups={groups} at={at} onPoint={setSelected} onChoose={choose} />
      {lines.length === 0 && (
        <p className={styles.nothing} role="status">
          <Trans>No results for “{query}”. Try part of a task, document, project, person or command.</Trans>
        </p>
      )}
      {isOffline && query.trim() !== '' && (
        <p className={styles.offline} role="status">
          <Trans>You’re offline: only titles on this device are searched.</Trans>
        </p>
      )}
    </>
  );
}

interface LinesProps {
  ref: Ref<HTMLDivElement>;
  id: string;
  groups: readonly FoundGroup[];
  /** Index of the selected line among all lines. */
  at: number;
  onPoint: (itemId: string) => void;
  onChoose: (item: PaletteItem) => void;
}

function Lines({ ref, id, groups, at, onPoint, onChoose }: LinesProps) {
  const { t, i18n } = useLingui();
  const lines = groups.flatMap(({ found }) => found);
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t`Results`} className={styles.list} ref={ref}>
      {groups.map(({ group, found }) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`} data-group={group}>
          <div id={`${id}-${group}`} className={styles.group} role="presentation">
            {i18n._(GROUP_NAMES[group])}
          </div>
          {found.map((one) => {
            const index = lines.indexOf(one);
            return (
              <Line
                key={one.item.id}
                id={`${id}-${index}`}
                found={one}
                isSelected={index === at}
                onPoint={() => onPoint(one.item.id)}
                onChoose={() => onChoose(one.item)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}
