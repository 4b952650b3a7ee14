import { isLocale, LOCALES, type Locale } from '@hearth/contracts/core/locales';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { loadChunk } from '#ui/lazy/load-chunk.ts';
import { ANNOTATIONS, nameEmoji, type NamedEmoji } from './emoji-names.ts';

const loaded = new Map<Locale, Promise<readonly NamedEmoji[]>>();

/** Returns all emoji with localized names, also searchable in English. Empty until the annotations are loaded. */
export function useEmoji(isWanted: boolean): readonly NamedEmoji[] {
  const { i18n } = useLingui();
  const locale = isLocale(i18n.locale) ? i18n.locale : LOCALES[0];
  const [known, setKnown] = useState<{ locale: Locale; all: readonly NamedEmoji[] } | null>(null);
  useEffect(() => {
    if (!isWanted || known?.locale === locale) return undefined;
    let isStale = false;
    void load(locale).then((all) => !isStale && setKnown({ locale, all }));
    return () => {
      isStale = true;
    };
  }, [isWanted, locale, known]);
  return known?.locale === locale ? known.all : [];
}

function load(locale: Locale): Promise<readonly NamedEmoji[]> {
  const sources = [...new Set([locale, LOCALES[0]])];
  const loading =
    loaded.get(locale) ??
    Promise.all(sources.map(async (one) => (await loadChunk(ANNOTATIONS[one])).default)).then(nameEmoji);
  loaded.set(locale, loading);
  return loading;
}
