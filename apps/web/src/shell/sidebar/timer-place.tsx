import { createState } from '#platform/client-state/state.ts';
import styles from './timer-place.module.css';

/** Where the frame has room for what one works on; null while there is no frame. */
export const timerPlace = createState<{ element: HTMLElement | null }>({ element: null });

function take(element: HTMLElement | null): () => void {
  timerPlace.set({ element });
  return () => {
    // The next frame may have come before this one goes.
    if (timerPlace.get().element === element) timerPlace.set({ element: null });
  };
}

/** A portal: the frame stands around the team's workspace, which alone knows whether a timer runs. */
export function TimerPlace() {
  return <div ref={take} className={styles.place} />;
}
