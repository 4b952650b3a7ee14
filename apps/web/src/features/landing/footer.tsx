import { Trans, useLingui } from '@lingui/react/macro';
import { Logo } from '#ui/display/logo.tsx';
import { LanguageLink } from './language-link.tsx';
import styles from './footer.module.css';

export function Footer() {
  const { t } = useLingui();
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <Logo size={24} />
        <nav className={styles.links} aria-label={t`About Hearth`}>
          <a href="/terms-and-conditions">
            <Trans>Terms and Conditions</Trans>
          </a>
          <a href="/privacy">
            <Trans>Privacy Policy</Trans>
          </a>
          <a href="/cancellation-refund">
            <Trans>Cancellation and Refund Policy</Trans>
          </a>
          <a href="/service-delivery">
            <Trans>Service Delivery Policy</Trans>
          </a>
          <a href="/contact-us">
            <Trans>Contact</Trans>
          </a>
        </nav>
      </div>
      <div className={styles.row}>
        <p className={styles.copyright}>
          <Trans>© 2025 Hearth. All rights reserved.</Trans>
        </p>
        <LanguageLink path="/" />
      </div>
    </footer>
  );
}
