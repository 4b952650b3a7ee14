import { expect, test } from 'vitest';
import { PHRASING_CONTEXT } from '#testing/phrasings/phrasing-context.ts';
import { describeUnderstood } from '#testing/phrasings/describe-understood.ts';
import { understand } from '#assistant/grammar/understand.ts';
import { BEGINNINGS, MESSAGES } from './phrases.ts';

const read = (text: string, locale = 'en') => understand(text, { ...PHRASING_CONTEXT, locale });
const describe = (text: string, locale = 'en') => describeUnderstood(read(text, locale), PHRASING_CONTEXT);

test.each(MESSAGES)('understands “%s” in every language', (english, translations) => {
  for (const [language, phrases] of Object.entries(translations))
    for (const phrase of phrases.split('|'))
      for (const text of [phrase, phrase.toUpperCase(), `${phrase} ?`])
        expect([text, describe(text, language), read(text, language).language]).toEqual([
          text,
          describe(english),
          language,
        ]);
});

test.each(BEGINNINGS)('understands “%s” with free text in every language', (english, translations) => {
  for (const [language, phrases] of Object.entries(translations))
    for (const phrase of phrases.split('|'))
      expect([phrase, describe(`${phrase} Café`, language)]).toEqual([phrase, describe(`${english} Café`)]);
});

test.each([
  ['standup', 'fr', 'fr'],
  ['standup', 'en', 'en'],
  ['my tasks', 'ar', 'ar'],
  ['मेरे काम दिखाओ', 'en', 'hi'],
  ['mes tâches', 'en', 'fr'],
  ['standup', 'xx', 'en'],
])('answers “%s” of a user with locale %s in %s', (text, locale, language) => {
  expect(read(text, locale).language).toBe(language);
});
