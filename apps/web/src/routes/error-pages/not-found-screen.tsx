import { Trans, useLingui } from '@lingui/react/macro';
import { IconMapOff } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useTitle } from '#platform/page/use-title.ts';
import { Page } from '#shell/page/page.tsx';
import { SIDEBAR_LINKS } from '#shell/actions/nav-links.ts';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import styles from './not-found.module.css';

/** Not-found page outside the dashboard. */
export function NotFoundScreen() {
  const { t } = useLingui();
  useTitle(t`Not found`);
  const isSignedIn = useSelected(auth, (state) => state.user !== null);
  return (
    <CenteredPage title={t`Page not found`} lead={<Explanation />}>
      {isSignedIn ? (
        <DestinationLinks />
      ) : (
        <ul className={styles.places}>
          <li>
            <a href="/" className={styles.place}>
              <Trans>Start page</Trans>
            </a>
          </li>
          <li>
            <Link to="/signin" className={styles.place}>
              <Trans>Sign in</Trans>
            </Link>
          </li>
          <li>
            <a href="/contact-us" className={styles.place}>
              <Trans>Contact us</Trans>
            </a>
          </li>
        </ul>
      )}
    </CenteredPage>
  );
}

/** Not-found page inside the dashboard. The surrounding frame stays. */
export function NotFoundInFrame() {
  const { t } = useLingui();
  return (
    <Page title={t`Not found`}>
      <EmptyState
        icon={<IconMapOff size={24} stroke={1.6} />}
        title={t`Page not found`}
        action={<DestinationLinks />}
      >
        <Explanation />
      </EmptyState>
    </Page>
  );
}

function Explanation() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <Trans>
      There’s no page at <code className={styles.address}>{path}</code>. The link may be old or mistyped. Were
      you looking for one of these?
    </Trans>
  );
}

function DestinationLinks() {
  const { i18n } = useLingui();
  return (
    <ul className={styles.places}>
      {SIDEBAR_LINKS.map(({ to, label, icon: PlaceIcon }) => (
        <li key={to}>
          <Link to={to} search={{}} className={styles.place}>
            <PlaceIcon size={17} stroke={1.6} aria-hidden="true" />
            {i18n._(label)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
