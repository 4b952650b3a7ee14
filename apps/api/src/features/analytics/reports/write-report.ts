import type { Analytics } from '@hearth/contracts/analytics/analytics';
import { findFindings, type Finding } from '@hearth/contracts/analytics/finding-values';
import { sumTasks } from '@hearth/contracts/analytics/spread-values';
import { LOCALE_TAGS, type Locale } from '@hearth/contracts/core/locales';
import { AR } from './texts/ar.ts';
import { EN } from './texts/en.ts';
import { ES } from './texts/es.ts';
import { FR } from './texts/fr.ts';
import { HI } from './texts/hi.ts';
import type { ReportTexts } from './texts/texts.ts';

export const REPORT_TEXTS: Record<Locale, ReportTexts> = { en: EN, hi: HI, es: ES, fr: FR, ar: AR };

export interface WeekFigures {
  week: Analytics;
  before: Analytics;
  /** Whether this is a team report and the team has private projects, which are not included. */
  isWithoutPrivate: boolean;
}

/** Formats a period for the language: '16–22 November 2026'. */
export function formatPeriod({ from, to }: Pick<Analytics, 'from' | 'to'>, language: Locale): string {
  const tag = LOCALE_TAGS[language];
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(Date.parse(from), Date.parse(to));
}

/** Returns one line per finding, or a single line stating that there are none. */
export function listLines({ week, before }: WeekFigures, language: Locale): string[] {
  const texts = REPORT_TEXTS[language];
  const lines = findFindings(week, before).map((finding) => formatFinding(finding, texts, language));
  return lines.length === 0 ? [texts.nothing] : lines;
}

/** Writes findings and figures as Markdown. It contains no user text, so nothing has to be escaped. */
export function writeReport(figures: WeekFigures, language: Locale): string {
  const texts = REPORT_TEXTS[language];
  const lines = listLines(figures, language).map((line) => `- ${line}`);
  const rows = listRows(figures, language).map((cells) => `| ${cells.join(' | ')} |`);
  const [head, ...others] = rows;
  const table = [head, '| --- | --- | --- |', ...others].join('\n');
  const note = figures.isWithoutPrivate ? [texts.withoutPrivate] : [];
  return [lines.join('\n'), table, ...note].join('\n\n');
}

function formatFinding(finding: Finding, texts: ReportTexts, language: Locale): string {
  const number = (value: number) => write(value, language);
  const percent = (share: number) => write(share, language, { style: 'percent', maximumFractionDigits: 0 });
  const compared = (line: string, change: string | null) =>
    change === null ? line : `${line}${texts.comma}${change}`;
  switch (finding.kind) {
    case 'throughput': {
      const by = number(finding.by);
      const changes = { more: texts.more(by), less: texts.fewer(by), same: texts.asMany };
      return compared(texts.finished(number(finding.tasks)), pick(changes, finding.change));
    }
    case 'cycleTime': {
      const by = formatHours(finding.by, language);
      const changes = { more: texts.longer(by), less: texts.faster(by), same: texts.asLong };
      return compared(texts.cycleTime(formatHours(finding.p85, language)), pick(changes, finding.change));
    }
    case 'danger':
      return finding.tasks === 0
        ? texts.asYoung(number(finding.of))
        : texts.inDanger(number(finding.tasks), number(finding.of));
    case 'dueDates': {
      const by = number(Math.round(finding.by * 100));
      const changes = { more: texts.better(by), less: texts.worse(by), same: null };
      const line = texts.datesMet(number(finding.onTime), number(finding.of), percent(finding.share));
      return compared(line, pick(changes, finding.change));
    }
    case 'rework':
      return finding.reopened === 0
        ? texts.noneReopened
        : texts.reopened(number(finding.reopened), number(finding.completed), percent(finding.share));
  }
}

function pick(
  changes: Record<'more' | 'less' | 'same', string | null>,
  change: 'more' | 'less' | 'same' | null,
): string | null {
  return change === null ? null : changes[change];
}

/** Returns the week's figures next to those of the previous week, with a dash for figures without data. */
function listRows({ week, before }: WeekFigures, language: Locale): string[][] {
  const { figures } = REPORT_TEXTS[language];
  const number = (value: number) => write(value, language);
  const hours = (value: number | null) => (value === null ? '–' : formatHours(value, language));
  const share = ({ dueDates: { onTime, late } }: Analytics) =>
    onTime + late === 0
      ? '–'
      : write(onTime / (onTime + late), language, { style: 'percent', maximumFractionDigits: 0 });
  const row = (name: string, read: (of: Analytics) => string) => [name, read(week), read(before)];
  return [
    [figures.figure, formatPeriod(week, language), figures.before],
    row(figures.finished, (of) => number(sumTasks(of.throughput))),
    row(figures.created, (of) => number(sumTasks(of.created))),
    row(figures.cycle, (of) => hours(of.cycleTime.p85)),
    row(figures.lead, (of) => hours(of.leadTime.median)),
    row(figures.dates, share),
    row(figures.late, (of) => number(of.dueDates.late)),
    row(figures.reopened, (of) => number(of.rework.reopened)),
  ];
}

/** Formats a duration as in the web app: '45 minutes', '5.5 hours', '3 days'. */
function formatHours(hours: number, language: Locale): string {
  const [value, unit] =
    hours < 1 ? [hours * 60, 'minute'] : hours < 48 ? [hours, 'hour'] : [hours / 24, 'day'];
  const maximumFractionDigits = unit === 'minute' || value >= 10 ? 0 : 1;
  return write(value, language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits });
}

function write(value: number, language: Locale, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(LOCALE_TAGS[language], options).format(value);
}
