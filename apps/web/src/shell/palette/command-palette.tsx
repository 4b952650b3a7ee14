import { Modal } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { noteRecent, readRecents } from '#platform/client-state/recents.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { teamsState } from '#platform/session/teams.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Keys } from '#ui/keyboard/keys.tsx';
import { collectItems, type PaletteWays } from './palette-items.tsx';
import { searchPalette, type FoundItem, type PaletteGroup, type PaletteItem } from './palette-search.ts';
import { readTyped } from './type-ahead.ts';
import styles from './command-palette.module.css';

const GROUP_NAMES: Record<PaletteGroup, MessageDescriptor> = {
  recent: msg`Recent`,
  task: msg`This task`,
  screen: msg`This screen`,
  make: msg`Create`,
  places: msg`Go to`,
  tasks: msg`Tasks`,
  projects: msg`Projects`,
  people: msg`People`,
  team: msg`Teams`,
  app: msg`App`,
};

interface CommandPaletteProps {
  ways: PaletteWays;
  /** `chosen`: what to do once the palette is gone. */
  onClose: (chosen?: () => void) => void;
}

/** Everything that can be done and every place and piece of work, found by a few letters. */
export function CommandPalette({ ways, onClose }: CommandPaletteProps) {
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
        <Search ways={ways} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ ways, onClose }: CommandPaletteProps) {
  const { t, i18n } = useLingui();
  const store = useTeamStore();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(readTyped);
  const [selected, setSelected] = useState(0);
  const [recents] = useState(readRecents);
  const items = useMemo(() => collectItems(store, teamsState.get(), ways, i18n), [store, ways, i18n]);
  // Not deferred: Enter must take what the letters say, however fast they were typed.
  const groups = useMemo(() => searchPalette(items, query, recents), [items, query, recents]);
  const lines = groups.flatMap(({ found }) => found);
  const at = Math.min(selected, lines.length - 1);

  // The dialog moves the focus a moment later, and the keys between would be lost.
  useLayoutEffect(() => field.current?.focus(), []);

  const selectedId = at >= 0 ? `${id}-${at}` : undefined;

  function choose(item: PaletteItem | undefined): void {
    if (item === undefined) return;
    noteRecent(item.id);
    onClose(item.run);
  }

  function handleKey(event: React.KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && lines.length > 0) {
      event.preventDefault();
      setSelected((at + step + lines.length) % lines.length);
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
            setSelected(0);
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
      <div id={`${id}-list`} role="listbox" aria-label={t`Results`} className={styles.list} ref={list}>
        {groups.map(({ group, found }) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
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
                  onPoint={() => setSelected(index)}
                  onChoose={() => choose(one.item)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {lines.length === 0 && (
        <p className={styles.nothing} role="status">
          <Trans>No results for “{query}”. Try part of a task, project, person or command.</Trans>
        </p>
      )}
    </>
  );
}

interface LineProps {
  id: string;
  found: FoundItem;
  isSelected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Line({ id, found: { item, marks }, isSelected, onPoint, onChoose }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field, which names this line as its active one
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      className={styles.line}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className={styles.icon} aria-hidden="true">
        {item.drawIcon()}
      </span>
      <span className={styles.title}>
        <Marked text={item.title} marks={marks} />
      </span>
      {item.note !== undefined && <span className={styles.note}>{item.note}</span>}
      {item.shortcut !== undefined && <Keys shortcut={item.shortcut} />}
    </div>
  );
}

/** The text with the letters that were found standing out. */
function Marked({ text, marks }: { text: string; marks: readonly number[] }) {
  const pieces: { start: number; end: number; isFound: boolean }[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at += 1) {
    const isFound = marks.includes(start);
    if (at < text.length && marks.includes(at) === isFound) continue;
    pieces.push({ start, end: at, isFound });
    start = at;
  }
  return pieces.map(({ start: from, end, isFound }) =>
    isFound ? <mark key={from}>{text.slice(from, end)}</mark> : text.slice(from, end),
  );
}
