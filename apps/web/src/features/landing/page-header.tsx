import { Trans, useLingui } from '@lingui/react/macro';
import { Logo } from '#ui/display/logo.tsx';
import styles from './page-header.module.css';

/** Logo and sign-in link. On the home page, also links to its sections. */
export function PageHeader({ hasSections = false }: { hasSections?: boolean }) {
  const { t } = useLingui();
  return (
    <header className={styles.header} id="header">
      <div className={styles.bar}>
        <a className={styles.brand} href="/" aria-label={t`Hearth, home`}>
          <Logo size={28} />
          <span>Hearth</span>
        </a>
        <nav className={styles.links} aria-label={t`Main`}>
          {hasSections && (
            <>
              <a className={styles.section} href="#features">
                <Trans>Features</Trans>
              </a>
              <a className={styles.section} href="#pricing">
                <Trans>Pricing</Trans>
              </a>
            </>
          )}
          <a className={styles.signIn} href="/signin">
            <Trans>Sign in</Trans>
          </a>
        </nav>
      </div>
    </header>
  );
}
