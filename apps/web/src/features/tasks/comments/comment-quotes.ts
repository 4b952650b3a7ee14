import { useEffect, useEffectEvent } from 'react';

const listeners = new Set<(taskId: string, text: string) => void>();

/** Inserts a quote into the comment box of a task. */
export function quote(taskId: string, text: string): void {
  for (const listener of listeners) listener(taskId, text);
}

export function useQuotes(taskId: string, take: (text: string) => void): void {
  const onQuote = useEffectEvent((of: string, text: string) => {
    if (of === taskId) take(text);
  });
  useEffect(() => {
    const listener = (of: string, text: string) => onQuote(of, text);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

/** Returns the selected text within this element. Returns '' if there is no selection or it extends beyond the element. */
export function readSelection(within: Element | null): string {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || within === null) return '';
  const isWithin = within.contains(selection.anchorNode) && within.contains(selection.focusNode);
  return isWithin ? selection.toString().trim() : '';
}
