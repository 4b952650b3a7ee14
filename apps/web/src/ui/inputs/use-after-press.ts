import { useEffect, useRef } from 'react';

/**
 * Returns a function that runs a callback at once, or when the pressed mouse button or finger is released. Leaving a field must not move
 * the button that is being pressed: the browser would drop the click. The callback runs before the click.
 */
export const useAfterPress = (): ((run: () => void) => void) => {
  const press = useRef<{ isDown: boolean; waiting: (() => void) | null }>({ isDown: false, waiting: null });
  useEffect(() => {
    const state = press.current;
    const down = () => {
      state.isDown = true;
    };
    const up = () => {
      const { waiting } = state;
      state.isDown = false;
      state.waiting = null;
      waiting?.();
    };
    // Browsers emulate both mouse events for a tap. A drag ends without the second one.
    window.addEventListener('mousedown', down, true);
    window.addEventListener('mouseup', up, true);
    window.addEventListener('dragend', up, true);
    return () => {
      window.removeEventListener('mousedown', down, true);
      window.removeEventListener('mouseup', up, true);
      window.removeEventListener('dragend', up, true);
      up();
    };
  }, []);
  return (run) => {
    if (press.current.isDown) press.current.waiting = run;
    else run();
  };
};
