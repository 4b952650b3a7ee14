import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { openEditor } from './open-editor.ts';

export interface Folds {
  /** Around all the lines that may be folded. */
  frame: RefObject<HTMLDivElement | null>;
  /** Of what tells nothing by itself: does it stand there all the same? */
  isUnfolded: (fact: string) => boolean;
  /** Unfolds a property if need be, and leads to where it is changed. */
  reach: (fact: string) => void;
  unfoldAll: () => void;
  /** More lines are there: the one that somebody waits for may be among them. */
  onDrawn: () => void;
}

const ALL = '*';

/** Which properties of an open task were unfolded by hand. */
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
  // Only what is drawn can have the focus.
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
