import { createState } from '#platform/client-state/state.ts';
import styles from './timer-place.module.css';

/** The portal target for the running timer; null while no frame is mounted. */
export const timerPlace = createState<{ element: HTMLElement | null }>({ element: null });

function take(element: HTMLElement | null): () => void {
  timerPlace.set({ element });
  return () => {
    // The next frame may be mounted before this one is unmounted.
    if (timerPlace.get().element === element) timerPlace.set({ element: null });
  };
}

/** A portal target, because the frame is outside the team's workspace, which has the timer's state. */
export function TimerPlace() {
  return <div ref={take} className={styles.place} />;
}
