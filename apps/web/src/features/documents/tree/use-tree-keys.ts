import type { KeyboardEvent, RefObject } from 'react';
import { useDocumentMay } from '#features/documents/model/use-documents.ts';
import { setOpen } from './open-documents.ts';
import { closedKey, type PaneLine } from './tree-lines.ts';
import type { useTreeActs } from './use-tree-acts.tsx';

interface TreeKeysOptions {
  lines: readonly PaneLine[];
  scroller: RefObject<HTMLElement | null>;
  acts: Pick<ReturnType<typeof useTreeActs>, 'step'>;
  focusLine: (at: number) => void;
}

/**
 * Returns the handler for keys in a tree: arrow keys, Home and End move the focus, fold and unfold. Alt with an arrow key moves the
 * document.
 */
export function useTreeKeys({
  lines,
  scroller,
  acts,
  focusLine,
}: TreeKeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  const may = useDocumentMay();

  const goTo = (from: number, step: 1 | -1): void => {
    let to = from + step;
    while (lines[to]?.kind === 'none') to += step;
    if (to in lines) focusLine(to);
  };
  const unfold = (line: PaneLine, at: number): void => {
    if (line.kind === 'section' && !line.isOpen) setOpen(closedKey(line.key), false);
    else if (line.kind === 'document' && line.line.hasChildren && !line.line.isOpen)
      setOpen(line.line.row.id, true);
    else goTo(at, 1);
  };
  const fold = (line: PaneLine, at: number): void => {
    if (line.kind === 'section') setOpen(closedKey(line.key), true);
    else if (line.kind === 'document' && line.line.isOpen) setOpen(line.line.row.id, false);
    else if (line.kind === 'document') {
      const { level } = line.line;
      let to = at - 1;
      while (to > 0 && !isAbove(lines[to], level)) to -= 1;
      focusLine(to);
    }
  };
  const runKey = ({ key, altKey }: KeyboardEvent, line: PaneLine, at: number): boolean => {
    const isRtl = document.documentElement.dir === 'rtl';
    const inward = isRtl ? 'ArrowLeft' : 'ArrowRight';
    const outward = isRtl ? 'ArrowRight' : 'ArrowLeft';
    if (altKey) {
      const direction = ({ ArrowUp: 'up', ArrowDown: 'down', [inward]: 'in', [outward]: 'out' } as const)[
        key
      ];
      if (direction === undefined || line.kind !== 'document' || !may('document.update', line.line.row))
        return false;
      acts.step(line.line.row, direction);
      // Look up the row by id because it may be rendered at another index.
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-document="${line.key}"]`)?.focus(),
      );
      return true;
    }
    if (key === 'ArrowDown') goTo(at, 1);
    else if (key === 'ArrowUp') goTo(at, -1);
    else if (key === 'Home') focusLine(0);
    else if (key === 'End') goTo(lines.length, -1);
    else if (key === inward) unfold(line, at);
    else if (key === outward) fold(line, at);
    else return false;
    return true;
  };
  return (event) => {
    const stop = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-stop]') : null;
    const at = Number(stop?.closest<HTMLElement>('[data-line]')?.dataset['line'] ?? -1);
    const line = lines[at];
    if (stop === null || line === undefined || line.kind === 'none') return;
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (runKey(event, line, at)) event.preventDefault();
  };
}

function isAbove(line: PaneLine | undefined, level: number): boolean {
  return line?.kind === 'section' || (line?.kind === 'document' && line.line.level < level);
}
