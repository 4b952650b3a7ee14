import { useState, type KeyboardEvent } from 'react';

const NEXT = new Set(['ArrowDown']);
const BEFORE = new Set(['ArrowUp']);

interface Walk {
  /** Index of the inspected stop. Null if no stop is inspected. */
  at: number | null;
  setAt: (at: number | null) => void;
  handleKey: (event: KeyboardEvent) => void;
}

/** Moves through the stops of a chart with the arrow keys, Home and End. Enter opens the current stop, Escape leaves it. */
export function useWalk(count: number, isMirrored: boolean, open: (at: number) => void): Walk {
  const [storedAt, setAt] = useState<number | null>(null);
  const at = storedAt === null || storedAt >= count ? null : storedAt;
  function handleKey(event: KeyboardEvent): void {
    if (count === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const isNext = NEXT.has(key) || key === (isMirrored ? 'ArrowLeft' : 'ArrowRight');
    const isBefore = BEFORE.has(key) || key === (isMirrored ? 'ArrowRight' : 'ArrowLeft');
    if (isNext) setAt(at === null ? 0 : Math.min(count - 1, at + 1));
    else if (isBefore) setAt(at === null ? count - 1 : Math.max(0, at - 1));
    else if (key === 'Home') setAt(0);
    else if (key === 'End') setAt(count - 1);
    else if (key === 'Enter' && at !== null) open(at);
    else if (key === 'Escape' && at !== null) setAt(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return { at, setAt, handleKey };
}
