import { Link } from '@tanstack/react-router';
import { Logo } from '#ui/logo.tsx';
import styles from './landing.module.css';

/** What it is in a sentence, and the way in. */
export function Landing() {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Logo size={28} />
          Hearth
        </span>
        <Link to="/signin" className={styles.quiet}>
          Sign in
        </Link>
      </header>
      <main className={styles.hero}>
        <h1 className={styles.title}>Where a small team keeps its work.</h1>
        <p className={styles.lead}>
          Tasks, projects and documents in one quiet place, live for everybody, and there when the network is
          not.
        </p>
        <Link to="/signin" className={styles.join}>
          Join Free
        </Link>
      </main>
    </div>
  );
}
