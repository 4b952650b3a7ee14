import { isLocale, type Locale } from '@hearth/contracts/core/locales';

interface ReportTexts {
  doneSince: (day: string) => string;
  inProgress: string;
  overdue: string;
  blocked: string;
  dueSoon: string;
  nothing: string;
  noDuplicates: string;
}

const REPORT_TEXTS: Readonly<Record<Locale, ReportTexts>> = {
  en: {
    doneSince: (day) => `Done since ${day}`,
    inProgress: 'In progress',
    overdue: 'Overdue',
    blocked: 'Blocked',
    dueSoon: 'Due in the next 7 days',
    nothing: 'Nothing to report.',
    noDuplicates: 'No duplicates found.',
  },
  hi: {
    doneSince: (day) => `${day} से पूरे हुए`,
    inProgress: 'चल रहे हैं',
    overdue: 'समय निकल गया',
    blocked: 'रुके हुए',
    dueSoon: 'अगले 7 दिनों में देय',
    nothing: 'बताने के लिए कुछ नहीं है।',
    noDuplicates: 'कोई दोहराव नहीं मिला।',
  },
  es: {
    doneSince: (day) => `Hechas desde el ${day}`,
    inProgress: 'En curso',
    overdue: 'Vencidas',
    blocked: 'Bloqueadas',
    dueSoon: 'Vencen en los próximos 7 días',
    nothing: 'No hay nada que informar.',
    noDuplicates: 'No se han encontrado duplicados.',
  },
  fr: {
    doneSince: (day) => `Terminées depuis le ${day}`,
    inProgress: 'En cours',
    overdue: 'En retard',
    blocked: 'Bloquées',
    dueSoon: 'À faire dans les 7 prochains jours',
    nothing: 'Rien à signaler.',
    noDuplicates: 'Aucun doublon trouvé.',
  },
  ar: {
    doneSince: (day) => `أُنجزت منذ ${day}`,
    inProgress: 'قيد التنفيذ',
    overdue: 'متأخرة',
    blocked: 'محجوبة',
    dueSoon: 'مستحقة خلال الأيام السبعة القادمة',
    nothing: 'لا يوجد ما يُذكر.',
    noDuplicates: 'لم يُعثر على تكرار.',
  },
};

/** Returns the headings and sentences of reports. */
export function reportTextsOf(locale: string): ReportTexts {
  return REPORT_TEXTS[isLocale(locale) ? locale : 'en'];
}
