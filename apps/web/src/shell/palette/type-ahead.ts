import { useLayoutEffect } from 'react';

let typed = '';

export function forgetTyped(): void {
  typed = '';
}

/** Returns the type-ahead buffer: the text typed while the palette was loading. */
export function readTyped(): string {
  return typed;
}

/** Placeholder for the palette while its code loads. Buffers input for the palette so that it triggers no shortcut. */
export function TypeAhead(): null {
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.isComposing) return;
      if (event.key === 'Backspace') typed = typed.slice(0, -1);
      else if (event.key.length === 1) typed += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, []);
  return null;
}
