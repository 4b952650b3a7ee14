import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { openEditor } from './open-editor.ts';

export interface Folds {
  /** Container of all collapsible rows. */
  frame: RefObject<HTMLDivElement | null>;
  /** Whether the user has expanded an empty property. */
  isUnfolded: (fact: string) => boolean;
  /** Expands a collapsed property and focuses its editor. */
  reach: (fact: string) => void;
  unfoldAll: () => void;
  /** Called after more rows were rendered. They may include the property that is waiting for focus. */
  onDrawn: () => void;
}

const ALL = '*';

/** Tracks which properties of an open task the user has expanded. */
export function useFolds(): Folds {
  const frame = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const reached = useRef<string | null>(null);
  const add = (fact: string) => setUnfolded((before) => new Set([...before, fact]));

  function lead(): void {
    const fact = reached.current;
    if (fact === null || frame.current === null) return;
    reached.current = null;
    if (!openEditor(frame.current, fact)) reached.current = fact;
  }
  const leadOn = useEffectEvent((_unfolded: ReadonlySet<string>) => lead());
  // Use a layout effect because only mounted elements can be focused.
  useLayoutEffect(() => leadOn(unfolded), [unfolded]);

  return {
    frame,
    onDrawn: lead,
    isUnfolded: (fact) => unfolded.has(ALL) || unfolded.has(fact),
    reach(fact) {
      reached.current = fact;
      add(fact);
    },
    unfoldAll: () => add(ALL),
  };
}
