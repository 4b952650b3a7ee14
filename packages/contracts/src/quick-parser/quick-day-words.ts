/*
 * Day words in English and Hindi. Both languages are always matched, because users mix them in one line. Letters with a nukta have two
 * encodings (one character or two), and many users omit the dot.
 */

/** Full names of weekdays, 1 … 7 from Monday. Months below are 1 … 12. */
export const WEEKDAYS: Readonly<Record<string, number>> = {
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
  sunday: 7,
  सोमवार: 1,
  मंगलवार: 2,
  बुधवार: 3,
  गुरुवार: 4,
  गुरूवार: 4,
  बृहस्पतिवार: 4,
  वीरवार: 4,
  शुक्रवार: 5,
  शनिवार: 6,
  रविवार: 7,
  इतवार: 7,
  // Latin transliterations.
  somvar: 1,
  somwar: 1,
  mangalvar: 2,
  mangalwar: 2,
  budhvar: 3,
  budhwar: 3,
  guruvar: 4,
  guruwar: 4,
  brihaspativar: 4,
  shukravar: 5,
  shukrawar: 5,
  shukrvar: 5,
  shukrwar: 5,
  shanivar: 6,
  shaniwar: 6,
  ravivar: 7,
  raviwar: 7,
  itvar: 7,
  itwar: 7,
};

/** Abbreviations, some of which are also words. Only valid at the end, or after a word such as 'by'. */
export const SHORT_WEEKDAYS: Readonly<Record<string, number>> = {
  mon: 1,
  tue: 2,
  tues: 2,
  wed: 3,
  thu: 4,
  thur: 4,
  thurs: 4,
  fri: 5,
  sat: 6,
  sun: 7,
  सोम: 1,
  मंगल: 2,
  बुध: 3,
  गुरु: 4,
  शुक्र: 5,
  शनि: 6,
  रवि: 7,
};

export const MONTHS: Readonly<Record<string, number>> = {
  january: 1,
  jan: 1,
  february: 2,
  feb: 2,
  march: 3,
  mar: 3,
  april: 4,
  apr: 4,
  may: 5,
  june: 6,
  jun: 6,
  july: 7,
  jul: 7,
  august: 8,
  aug: 8,
  september: 9,
  sept: 9,
  sep: 9,
  october: 10,
  oct: 10,
  november: 11,
  nov: 11,
  december: 12,
  dec: 12,
  जनवरी: 1,
  फरवरी: 2,
  फ़रवरी: 2,
  मार्च: 3,
  अप्रैल: 4,
  मई: 5,
  जून: 6,
  जुलाई: 7,
  अगस्त: 8,
  सितंबर: 9,
  सितम्बर: 9,
  अक्टूबर: 10,
  अक्तूबर: 10,
  नवंबर: 11,
  नवम्बर: 11,
  दिसंबर: 12,
  दिसम्बर: 12,
};

/** Number of days from today. */
export const NEAR: Readonly<Record<string, number>> = {
  today: 0,
  tod: 0,
  tomorrow: 1,
  tmrw: 1,
  tmr: 1,
  'day after tomorrow': 2,
  आज: 0,
  // These words also mean past days, which are never due days.
  कल: 1,
  परसों: 2,
  aaj: 0,
  kal: 1,
  parso: 2,
  parson: 2,
};

export const COUNTS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
  एक: 1,
  दो: 2,
  तीन: 3,
  चार: 4,
  पाँच: 5,
  पांच: 5,
  छह: 6,
  सात: 7,
  दस: 10,
};

export const UNITS: Readonly<Record<string, 'day' | 'week' | 'month'>> = {
  day: 'day',
  days: 'day',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
  दिन: 'day',
  दिनों: 'day',
  हफ्ते: 'week',
  हफ़्ते: 'week',
  हफ्तों: 'week',
  हफ़्तों: 'week',
  हफ्ता: 'week',
  हफ़्ता: 'week',
  सप्ताह: 'week',
  महीने: 'month',
  महीनों: 'month',
  महीना: 'month',
  माह: 'month',
  din: 'day',
  dino: 'day',
  hafte: 'week',
  hafta: 'week',
  hafton: 'week',
  mahine: 'month',
  mahina: 'month',
};

/** Parses a number word or digits, including Devanagari digits. */
export function readNumber(text: string): number {
  const word = COUNTS[text.toLowerCase()];
  if (word !== undefined) return word;
  return Number(text.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966)));
}

/** Regular expression source that matches any of the words, longest first. */
export function anyOf(words: Readonly<Record<string, unknown>> | readonly string[]): string {
  const list = Array.isArray(words) ? (words as readonly string[]) : Object.keys(words);
  return list.toSorted((a, b) => b.length - a.length).join('|');
}
