import { isLocale, LOCALE_TAGS, type Locale } from '@hearth/contracts/core/locales';

/** Numbers are formatted already. */
interface FigureSentences {
  throughput: (finished: string, created: string) => string;
  cycleTime: (spread: string) => string;
  leadTime: (spread: string) => string;
  spread: (half: string, p85: string, p95: string, tasks: string) => string;
  nothingFinished: string;
  noneOld: (inProgress: string) => string;
  old: (inProgress: string, old: string, names: string) => string;
  flow: (share: string) => string;
  noFlow: string;
  dueDatesMet: (met: string, all: string, share: string) => string;
  noDueDates: string;
  basedOn: (weeks: string) => string;
}

const SENTENCES: Readonly<Record<Locale, FigureSentences>> = {
  en: {
    throughput: (finished, created) => `Throughput: ${finished} finished, ${created} created`,
    cycleTime: (spread) => `Cycle time: ${spread}`,
    leadTime: (spread) => `Lead time: ${spread}`,
    spread: (half, p85, p95, tasks) =>
      `half within ${half}, 85% within ${p85}, 95% within ${p95} (of ${tasks})`,
    nothingFinished: 'nothing was finished',
    noneOld: (tasks) => `In progress: ${tasks}, none older than 85% of finished tasks were`,
    old: (tasks, old, names) =>
      `In progress: ${tasks}, of these older than 85% of finished tasks were: ${old} (${names})`,
    flow: (share) => `Flow efficiency: ${share} of the time was work, the rest waiting`,
    noFlow: 'Flow efficiency: nothing was finished',
    dueDatesMet: (met, all, share) => `Due dates met: ${met} of ${all} (${share})`,
    noDueDates: 'Due dates: none has passed',
    basedOn: (weeks) => `From the last ${weeks} of finished work.`,
  },
  hi: {
    throughput: (finished, created) => `पूरे हुए काम की दर: ${finished} पूरे हुए, ${created} बने`,
    cycleTime: (spread) => `साइकल टाइम: ${spread}`,
    leadTime: (spread) => `लीड टाइम: ${spread}`,
    spread: (half, p85, p95, tasks) => `आधे ${half} में, 85% ${p85} में, 95% ${p95} में (कुल ${tasks})`,
    nothingFinished: 'कुछ पूरा नहीं हुआ',
    noneOld: (tasks) => `चल रहे हैं: ${tasks}, इनमें से कोई भी पूरे हुए 85% कार्यों से ज़्यादा पुराना नहीं है`,
    old: (tasks, old, names) => `चल रहे हैं: ${tasks}, इनमें से पूरे हुए 85% कार्यों से ज़्यादा पुराने: ${old} (${names})`,
    flow: (share) => `प्रवाह दक्षता: ${share} समय काम में गया, बाकी इंतज़ार में`,
    noFlow: 'प्रवाह दक्षता: कुछ पूरा नहीं हुआ',
    dueDatesMet: (met, all, share) => `समय पर पूरे: ${all} में से ${met} (${share})`,
    noDueDates: 'नियत तारीखें: अभी कोई नहीं बीती',
    basedOn: (weeks) => `पिछले ${weeks} में पूरे हुए काम के आधार पर।`,
  },
  es: {
    throughput: (finished, created) => `Rendimiento: ${finished} terminadas, ${created} creadas`,
    cycleTime: (spread) => `Tiempo de ciclo: ${spread}`,
    leadTime: (spread) => `Tiempo de entrega: ${spread}`,
    spread: (half, p85, p95, tasks) =>
      `la mitad en ${half}, el 85 % en ${p85}, el 95 % en ${p95} (de ${tasks})`,
    nothingFinished: 'no se terminó nada',
    noneOld: (tasks) => `En curso: ${tasks}, ninguna lleva más tiempo que el 85 % de las terminadas`,
    old: (tasks, old, names) =>
      `En curso: ${tasks}, de ellas llevan más tiempo que el 85 % de las terminadas: ${old} (${names})`,
    flow: (share) => `Eficiencia del flujo: el ${share} del tiempo fue trabajo; el resto, espera`,
    noFlow: 'Eficiencia del flujo: no se terminó nada',
    dueDatesMet: (met, all, share) => `Fechas límite cumplidas: ${met} de ${all} (${share})`,
    noDueDates: 'Fechas límite: aún no ha pasado ninguna',
    basedOn: (weeks) => `Según el trabajo terminado en las últimas ${weeks}.`,
  },
  fr: {
    throughput: (finished, created) => `Débit : ${finished} terminées, ${created} créées`,
    cycleTime: (spread) => `Temps de cycle : ${spread}`,
    leadTime: (spread) => `Délai : ${spread}`,
    spread: (half, p85, p95, tasks) => `la moitié en ${half}, 85 % en ${p85}, 95 % en ${p95} (sur ${tasks})`,
    nothingFinished: 'rien n’a été terminé',
    noneOld: (tasks) => `En cours : ${tasks}, aucune n’est plus ancienne que 85 % des tâches terminées`,
    old: (tasks, old, names) =>
      `En cours : ${tasks}, dont plus anciennes que 85 % des tâches terminées : ${old} (${names})`,
    flow: (share) => `Efficacité du flux : ${share} du temps a été du travail, le reste de l’attente`,
    noFlow: 'Efficacité du flux : rien n’a été terminé',
    dueDatesMet: (met, all, share) => `Échéances respectées : ${met} sur ${all} (${share})`,
    noDueDates: 'Échéances : aucune n’est passée',
    basedOn: (weeks) => `D’après le travail terminé au cours des ${weeks} écoulées.`,
  },
  ar: {
    throughput: (finished, created) => `معدل الإنجاز: أُنجزت ${finished}، وأُنشئت ${created}`,
    cycleTime: (spread) => `زمن الدورة: ${spread}`,
    leadTime: (spread) => `زمن التسليم: ${spread}`,
    spread: (half, p85, p95, tasks) => `النصف خلال ${half}، و85% خلال ${p85}، و95% خلال ${p95} (من ${tasks})`,
    nothingFinished: 'لم يُنجز شيء',
    noneOld: (tasks) => `قيد التنفيذ: ${tasks}، ليس بينها ما هو أقدم من 85% من المهام المنجزة`,
    old: (tasks, old, names) =>
      `قيد التنفيذ: ${tasks}، منها أقدم من 85% من المهام المنجزة: ${old} (${names})`,
    flow: (share) => `كفاءة التدفق: ${share} من الوقت كان عملًا، والباقي انتظارًا`,
    noFlow: 'كفاءة التدفق: لم يُنجز شيء',
    dueDatesMet: (met, all, share) => `مواعيد الاستحقاق المحترمة: ${met} من ${all} (${share})`,
    noDueDates: 'مواعيد الاستحقاق: لم يحل أي منها',
    basedOn: (weeks) => `استنادًا إلى ما أُنجز خلال آخر ${weeks}.`,
  },
};

interface FigureTexts {
  sentences: FigureSentences;
  number: (value: number) => string;
  /** @param share between 0 and 1 */
  percent: (share: number) => string;
  span: (value: number, unit: 'hour' | 'day' | 'week') => string;
  list: (parts: readonly string[]) => string;
}

/** Returns the sentences about figures, and formats for their numbers. */
export function figureTextsOf(locale: string): FigureTexts {
  const known = isLocale(locale) ? locale : 'en';
  const tag = LOCALE_TAGS[known];
  const format = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(tag, options).format(value);
  return {
    sentences: SENTENCES[known],
    number: (value) => format(value, {}),
    percent: (share) => format(share, { style: 'percent', maximumFractionDigits: 0 }),
    span: (value, unit) =>
      format(value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }),
    list: (parts) => new Intl.ListFormat(tag).format(parts),
  };
}
