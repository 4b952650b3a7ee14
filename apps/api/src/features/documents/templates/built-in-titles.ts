import type { BuiltInTemplate } from '@hearth/contracts/documents/document-values';
import type { Locale } from '@hearth/contracts/core/locales';

export const BUILT_IN_ICONS: Record<BuiltInTemplate, string> = {
  meetingNotes: '🗒️',
  projectBrief: '🧭',
  decisionRecord: '⚖️',
  weeklyPlan: '🗓️',
  howTo: '📘',
  retrospective: '🔁',
};

export const BUILT_IN_TITLES: Record<Locale, Record<BuiltInTemplate, string>> = {
  en: {
    meetingNotes: 'Meeting notes',
    projectBrief: 'Project brief',
    decisionRecord: 'Decision record',
    weeklyPlan: 'Weekly plan',
    howTo: 'How-to guide',
    retrospective: 'Retrospective',
  },
  hi: {
    meetingNotes: 'बैठक के नोट्स',
    projectBrief: 'प्रोजेक्ट का सार',
    decisionRecord: 'फ़ैसले का रिकॉर्ड',
    weeklyPlan: 'हफ़्ते की योजना',
    howTo: 'करने का तरीका',
    retrospective: 'पुनरावलोकन',
  },
  es: {
    meetingNotes: 'Notas de la reunión',
    projectBrief: 'Resumen del proyecto',
    decisionRecord: 'Registro de decisión',
    weeklyPlan: 'Plan de la semana',
    howTo: 'Guía paso a paso',
    retrospective: 'Retrospectiva',
  },
  fr: {
    meetingNotes: 'Compte rendu de réunion',
    projectBrief: 'Note de cadrage',
    decisionRecord: 'Relevé de décision',
    weeklyPlan: 'Plan de la semaine',
    howTo: 'Mode d’emploi',
    retrospective: 'Rétrospective',
  },
  ar: {
    meetingNotes: 'محضر الاجتماع',
    projectBrief: 'موجز المشروع',
    decisionRecord: 'سجل القرار',
    weeklyPlan: 'خطة الأسبوع',
    howTo: 'دليل إرشادي',
    retrospective: 'مراجعة ما مضى',
  },
};
