import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { LOCALE_NAMES } from '@hearth/contracts/core/locale-names';
import { LOCALES, type Locale } from '@hearth/contracts/core/locales';
import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { chooseLocale } from '#platform/texts/texts.ts';
import { useTitle } from '#platform/page/use-title.ts';
import type { Preview } from '#ui/previews/preview.ts';
import styles from './dev-ui.module.css';

const previews = Object.values(
  import.meta.glob<Preview>('/src/**/*.preview.tsx', { eager: true, import: 'preview' }),
).toSorted((a, b) => a.title.localeCompare(b.title));

const WIDTHS = { wide: 'none', narrow: '390px' };

/** Gallery of every component in its states. Development only (see router.tsx). */
export function DevUiScreen() {
  useTitle('Components');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { i18n } = useLingui();
  const [width, setWidth] = useState<keyof typeof WIDTHS>('wide');
  const [direction, setDirection] = useState('ltr');
  useForcedStates();
  useEffect(() => {
    document.documentElement.dir = direction;
    return () => document.documentElement.removeAttribute('dir');
  }, [direction]);
  return (
    <main className={styles.page}>
      <header className={styles.top}>
        <h1 className={styles.title}>Components</h1>
        <SegmentedControl
          aria-label="Appearance"
          data={['light', 'dark', 'auto']}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
        />
        <SegmentedControl
          aria-label="Width"
          data={Object.keys(WIDTHS)}
          value={width}
          onChange={(value) => setWidth(value as keyof typeof WIDTHS)}
        />
        <SegmentedControl
          aria-label="Language"
          data={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          value={i18n.locale}
          onChange={(value) => void chooseLocale(value as Locale)}
        />
        <SegmentedControl
          aria-label="Direction"
          data={['ltr', 'rtl']}
          value={direction}
          onChange={setDirection}
        />
      </header>
      <div style={{ maxInlineSize: WIDTHS[width] }}>
        {previews.map((preview) => (
          <section key={preview.title} aria-label={preview.title}>
            <h2 className={styles.heading}>{preview.title}</h2>
            <div className={styles.states}>
              {preview.states.map(({ name, force, isWide, show }) => (
                <figure key={name} className={styles.state} data-wide={isWide || undefined}>
                  <figcaption className={styles.name}>{name}</figcaption>
                  <div className={styles.stage} data-force={force}>
                    {show()}
                  </div>
                </figure>
              ))}
            </div>
          </section>
        ))}
      </div>
    </main>
  );
}

const FORCED = [
  [':hover', '[data-force="hover"] *'],
  [':focus-visible', '[data-force="focus"] *'],
] as const;

/** Duplicates every hover and focus rule for the stages that force the state. */
function useForcedStates(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    for (const source of document.styleSheets) {
      for (const rule of listStyleRules(source.cssRules)) {
        for (const [state, stage] of FORCED) {
          if (!rule.selectorText.includes(state)) continue;
          sheet.insertRule(
            `${rule.selectorText.replaceAll(state, `:is(${stage})`)} { ${rule.style.cssText} }`,
          );
        }
      }
    }
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, []);
}

/** Includes rules inside layers and media queries. */
function listStyleRules(rules: CSSRuleList): CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule];
    return rule instanceof CSSGroupingRule ? listStyleRules(rule.cssRules) : [];
  });
}
