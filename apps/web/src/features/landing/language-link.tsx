import { LOCALE_NAMES } from '@hearth/contracts/core/locale-names';
import { LOCALES } from '@hearth/contracts/core/locales';
import { useLingui } from '@lingui/react/macro';
import type { PrerenderedPath } from '#platform/page/prerendered.ts';
import styles from './footer.module.css';

/** Links to the page in all other languages, each labeled in its own language. The server remembers the choice. */
export function LanguageLink({ path }: { path: PrerenderedPath }) {
  const { i18n } = useLingui();
  return LOCALES.filter((locale) => locale !== i18n.locale).map((locale) => (
    <a
      key={locale}
      className={styles.language}
      href={`${path}?lang=${locale}`}
      hrefLang={locale}
      lang={locale}
    >
      {LOCALE_NAMES[locale]}
    </a>
  ));
}
