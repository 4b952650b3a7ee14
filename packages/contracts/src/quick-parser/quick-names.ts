/*
 * Day words that are part of a name or a noun phrase, and therefore of the title: 'Black Friday', 'the Sunday Times', 'USA Today', 'watch
 * the sun'. In case of doubt, the title is kept as typed: a missed day can be set with one click, but a removed word may go unnoticed.
 */

interface TextRange {
  start: number;
  end: number;
}

/** English weekdays, which also occur in names. Hindi weekdays do not. */
const DAY_NAME = '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)';
const WEEKDAY = new RegExp(`^${DAY_NAME}$`, 'i');
const FULL_WEEKDAY = /day$/i;
const NEAR = /^(?:today|tomorrow|tod|tmrw?|day\s+after\s+tomorrow|aaj|kal|parson?|weekend)$/i;
/** Words before a weekday that form a name with the weekday. */
const NAMED =
  /(?:^|[\s"'“‘(])(?:black|good|cyber|easter|palm|ash|maundy|spy|holy|shrove|fat|mardi|super|giving|whit|clean|plough|pancake|blue|bloody|casual|freaky|manic|ruby|girl|man|his\s+girl|stormy|gloomy|lazy|business|it['’]?s|usa|india|russia|psychology|physics)\s+$/i;
/** Words before a noun: 'in the sun', 'some sun', 'my Friday'. */
const OF_A_NOUN =
  /(?:^|[\s"'“‘(])(?:the|a|an|my|our|your|his|its|their|some|any|no|more|much|enough|of|in|under|with|like)\s+$/i;
/** Past tense of a verb: 'where he sat', 'when we wed'. */
const VERB = /^(?:sat|wed)$/i;
const OF_A_PERSON = /(?:^|\s)(?:who|he|she|we|they|it|i|you)\s+$/i;
const UPPER = /^\p{Lu}/u;
const WORD_BEFORE = /([\p{L}\p{M}\p{N}'’&.-]+)\s+$/u;
const WORD_AFTER = /^\s+["“‘']?([\p{L}\p{M}\p{N}'’]+)/u;
/** Words that do not form a name with the day after them: 'Report By Friday'. */
const LINKING =
  /^(?:by|on|before|due|until|till|for|from|since|starting|to|and|or|next|this|every|each|at)$/i;
/** Months that are also first names, followed by a number of something: 'Ask Jan 2 questions', 'Send May 3 documents'. */
const NAME_MONTH = /^(?:jan|april|may|june|august)\s+\d{1,2}$/i;
const PLURAL =
  /^\s+(?!(?:as|is|was|has|does|this|thus|its|us|vs|plus|across|always|perhaps|versus)\b)\p{Ll}{2,}s(?![\p{L}\p{M}'’]|ss)/u;
/** Text between the days of a list. */
const LIST = /^\s*(?:,|\/|&|,?\s*(?:and|or)\b)\s*$/i;
/** Signs between the days of a list. Days joined by 'or' are a question instead. */
const BETWEEN_DAYS = '\\s*(?:,\\s*(?:and\\b)?|/|&|and\\b)\\s*';
/** A weekday with another one before or after it, as in 'Tuesday, Wednesday and Thursday shifts'. */
const AFTER_A_DAY = new RegExp(`(?:^|[^\\p{L}])${DAY_NAME}${BETWEEN_DAYS}$`, 'iu');
const BEFORE_A_DAY = new RegExp(`^${BETWEEN_DAYS}${DAY_NAME}(?!\\p{L})`, 'iu');
/** Numbers such as '12/5' that are part of a name or an amount: 'Room 12/5', 'Route 66 3/4'. */
const FRACTION = /^\d{1,2}\/\d{1,2}$/;
const NUMBERED =
  /(?:^|\s)(?:\d+|room|suite|flat|apartment|apt|unit|gate|lane|route|chapter|section|page|part|question|exercise|version|size|ratio)\s+$/i;
/** Fixed expressions: '24/7', and 'in 80 Days' in title case. */
const FIXED = /^(?:24\/7|in\s+\S+\s+(?:Days?|Weeks?|Months?))$/;

/** A period, such as 'in 80 days' or 'next week'. */
const PERIOD = /(?:^|\s)(?:days?|weeks?|months?|years?)$/i;
const DURATION = /^in\s+\S+\s+(?:days?|weeks?|months?)$/i;
/** Words after a period that make it a part of the title: 'in 5 days of silence'. */
const OF_A_PERIOD = /^\s+of(?![\p{L}\p{M}'’-])/iu;
/** Words after a duration that describe how long something takes: 'in 2 days flat', 'in 80 days around the world'. */
const AFTER_DURATION =
  /^\s+(?:around|across|through(?:out)?|over|along|without|or\s+(?:less|more|fewer)|flat|straight|long|max(?:imum)?|tops)(?![\p{L}\p{M}'’-])/iu;
/** Words that continue a duration at the start of a title, where a due day precedes a verb, a noun or a comma. */
const PREPOSITION =
  /^\s+(?:with|to|into|from|about|between|among|under|against|towards?|for|via|like|as|than|and|or|&)(?![\p{L}\p{M}'’-])/iu;
/** 'in 30 day', which describes the noun after it: 'in 30 day sprints'. */
const SINGULAR = /^in\s+(?!(?:1|a|an|one)\s)\S+\s+(?:day|week|month)$/i;

/** Whether a duration describes how long something takes rather than when it is due. */
function isContinued(phrase: string, before: string, after: string): boolean {
  if (PERIOD.test(phrase) && OF_A_PERIOD.test(after)) return true;
  if (!DURATION.test(phrase)) return false;
  if (AFTER_DURATION.test(after) || (before.trim() === '' && PREPOSITION.test(after))) return true;
  return SINGULAR.test(phrase) && /^\s+\p{L}/u.test(after);
}

/** Whether a matched day belongs to a name or a noun phrase of the title. @param isPerson whether a word is a user's name */
export function isPartOfName(
  text: string,
  { start, end }: TextRange,
  isPerson: (word: string) => boolean,
): boolean {
  const phrase = text.slice(start, end);
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (FIXED.test(phrase) || isContinued(phrase, before, after)) return true;
  if (NAME_MONTH.test(phrase) && PLURAL.test(after)) {
    const [, previous] = WORD_BEFORE.exec(before) ?? [];
    return previous !== undefined && !LINKING.test(previous);
  }
  if (FRACTION.test(phrase)) return NUMBERED.test(before);
  const isWeekday = WEEKDAY.test(phrase);
  if (!isWeekday && !NEAR.test(phrase)) return false;
  if (isWeekday && UPPER.test(phrase) && (AFTER_A_DAY.test(before) || BEFORE_A_DAY.test(after))) return true;
  if (phrase !== 'tod' && phrase.toLowerCase() === 'tod') return true;
  if (VERB.test(phrase) && OF_A_PERSON.test(before)) return true;
  if (OF_A_NOUN.test(before) || (isWeekday && NAMED.test(before))) return true;
  if (!UPPER.test(phrase) || text === text.toUpperCase()) return false;
  const [, previous] = WORD_BEFORE.exec(before) ?? [];
  const [, next] = WORD_AFTER.exec(after) ?? [];
  // The first word is always capitalized, so check the next one.
  if (before.trim() === '') return next !== undefined && UPPER.test(next) && !isPerson(next);
  if (previous === undefined || !UPPER.test(previous) || LINKING.test(previous)) return false;
  const isFirst = before.trim() === previous;
  // Words such as 'Call' begin a title. A capitalized 'Today' after another word is part of a name.
  return isWeekday ? !isFirst && !isPerson(previous) : true;
}

/** Whether a day continues a list that begins with a name: 'Show Today, Tomorrow'. */
export function isListedWith(text: string, previous: TextRange, { start, end }: TextRange): boolean {
  return (
    NEAR.test(text.slice(previous.start, previous.end)) &&
    LIST.test(text.slice(previous.end, start)) &&
    UPPER.test(text.slice(start, end))
  );
}

/**
 * Whether a weekday is a due day only at the end of the text or after a word such as 'by', because elsewhere it may be part of a name.
 * False at the start of a title if it is in lower case or precedes a comma: it is then always a due day.
 */
export function isBareWeekday(text: string, { start, end }: TextRange): boolean {
  const phrase = text.slice(start, end);
  if (!WEEKDAY.test(phrase) || !FULL_WEEKDAY.test(phrase)) return false;
  if (text.slice(0, start).trim() !== '') return true;
  return !/^\s*[,:;–—-]/.test(text.slice(end)) && UPPER.test(phrase);
}

/**
 * Whether a recurrence counts only at the end of the text: 'Every day matters' is not a recurrence. False at the start of a title in lower
 * case or before a comma, except for 'every day' without a comma.
 */
export function isBareRepeat(text: string, { start, end }: TextRange): boolean {
  const phrase = text.slice(start, end);
  if (!/^(?:every|each)\s/i.test(phrase)) return false;
  if (text.slice(0, start).trim() !== '' || OF_A_PERIOD.test(text.slice(end))) return true;
  return !/^\s*[,:;–—]/.test(text.slice(end)) && (UPPER.test(phrase) || /^\w+\s+day$/.test(phrase));
}
