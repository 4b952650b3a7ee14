import { readDirection, type Locale } from '@hearth/contracts/core/locales';
import { i18n, type Messages } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { messages as ar } from '#locales/ar.po';
import { messages as es } from '#locales/es.po';
import { messages as fr } from '#locales/fr.po';
import { messages as hi } from '#locales/hi.po';
import type { ShareLocation, ShareView } from '#platform/page/share-view.ts';
import { Logo } from '#ui/display/logo.tsx';
import '#ui/theme/layers.css';
import '#ui/theme/inter.css';
import '#ui/theme/tokens.css';
import '#ui/theme/base.css';
import '#ui/theme/rtl.css';
import { ShareProject } from './share-project.tsx';
import { ShareTask } from './share-task.tsx';
import styles from './share.module.css';

/** English is in the source code. The other languages are in their catalogs. */
const MESSAGES: Record<Locale, Messages> = { en: {}, hi, es, fr, ar };

/**
 * Returns the HTML document of a public link in one language, with inlined CSS. The document contains no scripts and references no files
 * except fonts and the icon.
 */
export function renderShare(view: ShareView, location: ShareLocation, style: string, locale: Locale): string {
  // Messages without a catalog entry fall back to the source text.
  i18n.setMessagesCompiler((message) => [message]);
  i18n.loadAndActivate({ locale, messages: MESSAGES[locale] });
  const body = renderToStaticMarkup(
    <html lang={locale} dir={readDirection(locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{nameOf(view)}</title>
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fdfbf8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1b1815" media="(prefers-color-scheme: dark)" />
        <style dangerouslySetInnerHTML={{ __html: style }} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <I18nProvider i18n={i18n}>
          <main className={styles.page}>
            <ShareBody view={view} location={location} />
          </main>
          <Foot />
        </I18nProvider>
      </body>
    </html>,
  );
  return `<!doctype html>${body}\n`;
}

function ShareBody({ view, location }: { view: ShareView; location: ShareLocation }) {
  if (view.kind === 'project') return <ShareProject view={view} {...location} />;
  if (view.kind === 'task') return <ShareTask view={view} {...location} />;
  return (
    <div className={styles.missing}>
      <h1>{nameOf(view)}</h1>
      <p>
        {view.kind === 'missing' && (
          <Trans>The link is wrong or no longer active. Ask the person who sent it for a new one.</Trans>
        )}
        {view.kind === 'busy' && <Trans>Too many pages at once. Wait a minute, then reload.</Trans>}
        {view.kind === 'trouble' && <Trans>The server isn’t responding. Reload in a moment.</Trans>}
      </p>
    </div>
  );
}

function nameOf(view: ShareView): string {
  if (view.kind === 'project') return view.project.name;
  if (view.kind === 'task') return view.task.title;
  if (view.kind === 'missing') return t`Page not found`;
  return view.kind === 'busy' ? t`Too many requests` : t`Something went wrong`;
}

function Foot() {
  const { t: say } = useLingui();
  return (
    <footer className={styles.foot}>
      <a href="/" aria-label={say`Hearth, home`}>
        <Logo size={20} />
        <span>Hearth</span>
      </a>
      <span>
        <Trans>View only. Anyone with the link can see this page.</Trans>
      </span>
    </footer>
  );
}
