import { createState } from '#platform/client-state/state.ts';
import styles from './timer-target.module.css';

/** The portal target for the running timer. Null while no frame is mounted. */
export const timerTarget = createState<{ element: HTMLElement | null }>({ element: null });

function setTarget(element: HTMLElement | null): () => void {
  timerTarget.set({ element });
  return () => {
    // The next frame may be mounted before this one is unmounted.
    if (timerTarget.get().element === element) timerTarget.set({ element: null });
  };
}

/** A portal target: the frame is outside the team's workspace, which has the timer's state. */
export function TimerTarget() {
  return <div ref={setTarget} className={styles.place} />;
}
