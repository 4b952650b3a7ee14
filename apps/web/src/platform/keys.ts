import { useEffect, useEffectEvent } from 'react';

/** Whether a key press belongs to something that takes text, or to an open menu or dialog. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : null;
  return (
    target?.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]') !==
    null
  );
}

/** Calls back for a plain press of `key` anywhere on the page, unless something else takes it. */
export function useShortcut(key: string, run: () => void): void {
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onPress(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Cmd or Ctrl with Z takes the last act back, with Shift (or Ctrl+Y) makes it again. Text fields keep their own undo. */
export function useUndoKeys({ undo, redo }: { undo: () => void; redo: () => void }): void {
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.altKey || isTaken(event)) return;
    const key = event.key.toLowerCase();
    const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && event.ctrlKey);
    if (!isRedo && key !== 'z') return;
    event.preventDefault();
    if (isRedo) redo();
    else undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onPress(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
