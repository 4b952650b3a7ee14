import { useEffect, useRef } from 'react';
import { Marked, type Marks } from '#ui/display/marked.tsx';
import { Keys } from '#ui/keyboard/keys.tsx';
import type { FoundItem } from './palette-search.ts';
import styles from './command-palette.module.css';

interface LineProps {
  id: string;
  found: FoundItem;
  isSelected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

/** An entry of the palette with its matches highlighted. */
export function Line({ id, found: { item, marks, snippet }, isSelected, onPoint, onChoose }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles keys; this option is its active descendant
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
      <span className={styles.words}>
        <span className={styles.title}>
          <Marked text={item.title} marks={joinLetters(marks)} />
        </span>
        {snippet !== undefined && (
          <span className={styles.snippet} dir="auto">
            <Marked text={snippet.text} marks={snippet.marks} />
          </span>
        )}
      </span>
      {item.note !== undefined && <span className={styles.note}>{item.note}</span>}
      {item.shortcut !== undefined && <Keys shortcut={item.shortcut} />}
    </div>
  );
}

/**
 * Merges adjacent letters into ranges.
 * @param letters positions of the matched letters, ascending
 */
function joinLetters(letters: readonly number[]): Marks {
  const parts: [start: number, end: number][] = [];
  for (const at of letters) {
    const last = parts.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else parts.push([at, at + 1]);
  }
  return parts;
}
