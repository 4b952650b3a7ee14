import { LOCALES, readDirection, type Locale } from '@hearth/contracts/core/locales';
import { i18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { messages as ar } from '#locales/ar.po';
import { messages as es } from '#locales/es.po';
import { messages as fr } from '#locales/fr.po';
import { messages as hi } from '#locales/hi.po';
import { namePageFile } from '#platform/page/prerendered.ts';
import '#ui/theme/layers.css';
import '#ui/theme/inter.css';
import '#ui/theme/tokens.css';
import '#ui/theme/base.css';
import '#ui/theme/rtl.css';
import './page.css';
import { PAGES, type PageInfo } from './pages.tsx';

/** Build output for the pages: their CSS and the URLs of their other files. */
interface PageFiles {
  style: string;
  scripts: Record<PageInfo['script'], string>;
  font: string | undefined;
}

interface RenderedPage {
  fileName: string;
  html: string;
}

/** Placeholders that the web server replaces with the settings of the installation. */
const WEB_ORIGIN = '__WEB_ORIGIN__';
const API_ORIGIN = '__API_ORIGIN__';
const MEASUREMENT_ID = '__GA_MEASUREMENT_ID__';
const COLLECT_URL = '__GA_COLLECT_URL__';
const PICTURE = { width: 1200, height: 630 };

/** English is in the source code. The other languages are in their catalogs. */
const MESSAGES: Record<Locale, Messages> = { en: {}, hi, es, fr, ar };

/** Open Graph locales: a language and a country where it is spoken. */
const GRAPH_LOCALES: Record<Locale, string> = {
  en: 'en_IN',
  hi: 'hi_IN',
  es: 'es_ES',
  fr: 'fr_FR',
  ar: 'ar_AR',
};

/** Returns every page in every language. */
export function renderPages(files: PageFiles): RenderedPage[] {
  return LOCALES.flatMap((locale) =>
    PAGES.map((page) => ({
      fileName: namePageFile(page.path, locale),
      html: renderPage(page, locale, MESSAGES[locale], files),
    })),
  );
}

/** Returns the HTML document of a page in one language. Empty `messages` keep the language of the source code. */
function renderPage(page: PageInfo, locale: Locale, messages: Messages, files: PageFiles): string {
  // Messages without a catalog entry fall back to the source text.
  i18n.setMessagesCompiler((message) => [message]);
  i18n.loadAndActivate({ locale, messages });
  const { Content } = page;
  const body = renderToStaticMarkup(
    <html lang={locale} dir={readDirection(locale)}>
      <Head page={page} locale={locale} files={files} />
      <body>
        <I18nProvider i18n={i18n}>
          <Content />
        </I18nProvider>
      </body>
    </html>,
  );
  return `<!doctype html>${body}\n`;
}

/** Uses `font-display: optional`: text that reflows when a font arrives would shift the content below it. */
function toOptionalFonts(style: string): string {
  return style.replaceAll(/font-display:\s*swap/g, 'font-display:optional');
}

function Head({ page, locale, files }: { page: PageInfo; locale: Locale; files: PageFiles }) {
  const title = i18n._(page.title);
  const description = i18n._(page.description);
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#fdfbf8" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#1b1815" media="(prefers-color-scheme: dark)" />
      <meta name="api-origin" content={API_ORIGIN} />
      <meta name="ga-measurement-id" content={MEASUREMENT_ID} />
      <meta name="ga-collect-url" content={COLLECT_URL} />
      {files.font !== undefined && (
        <link rel="preload" href={files.font} as="font" type="font/woff2" crossOrigin="anonymous" />
      )}
      <style dangerouslySetInnerHTML={{ __html: toOptionalFonts(files.style) }} />
      <script type="module" src={files.scripts[page.script]} />
      <link rel="canonical" href={addressOf(page, locale)} />
      {LOCALES.map((one) => (
        <link key={one} rel="alternate" hrefLang={one} href={addressOf(page, one)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={WEB_ORIGIN + page.path} />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Hearth" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={addressOf(page, locale)} />
      <meta property="og:locale" content={GRAPH_LOCALES[locale]} />
      <meta property="og:image" content={`${WEB_ORIGIN}/open-graph.png`} />
      <meta property="og:image:width" content={String(PICTURE.width)} />
      <meta property="og:image:height" content={String(PICTURE.height)} />
      <meta property="og:image:alt" content={i18n._(PAGES[0]?.title ?? page.title)} />
      <meta name="twitter:card" content="summary_large_image" />
    </head>
  );
}

/** The URL without a parameter serves English to clients that send no language. */
function addressOf(page: PageInfo, locale: Locale): string {
  return WEB_ORIGIN + page.path + (locale === LOCALES[0] ? '' : `?lang=${locale}`);
}
