import type { BuiltInTemplate } from '@hearth/contracts/documents/document-values';
import type { Locale } from '@hearth/contracts/core/locales';

interface Section {
  heading: string;
  /** Lines of Markdown below the heading. */
  lines: readonly string[];
}

type Texts = Record<BuiltInTemplate, readonly Section[]>;

const EMPTY_LIST = ['- '];
const EMPTY_STEPS = ['- [ ] '];

const section = (heading: string, lines: readonly string[] = EMPTY_LIST): Section => ({ heading, lines });

const TEXTS: Record<Locale, Texts> = {
  en: {
    meetingNotes: [
      section('Attendees'),
      section('Agenda', ['1. ']),
      section('Notes', ['']),
      section('Decisions'),
      section('Next steps', EMPTY_STEPS),
    ],
    projectBrief: [
      section('Goal', ['What will be better when this is done?']),
      section('In scope'),
      section('Out of scope'),
      section('People', ['| Role | Who |', '| --- | --- |', '| Lead |  |', '| Team |  |']),
      section('Dates', ['| Milestone | Date |', '| --- | --- |', '| Start |  |', '| Done |  |']),
      section('Risks'),
    ],
    decisionRecord: [
      section('Context', ['What made a decision necessary?']),
      section('Options', ['1. ', '2. ']),
      section('Decision', ['> [!IMPORTANT]', '> We will …']),
      section('Consequences'),
    ],
    weeklyPlan: [
      section('Priorities', EMPTY_STEPS),
      section('Monday'),
      section('Tuesday'),
      section('Wednesday'),
      section('Thursday'),
      section('Friday'),
      section('Looking back', ['What went well? What comes next week?']),
    ],
    howTo: [
      section('What you need'),
      section('Steps', ['1. ', '2. ', '3. ']),
      section('If something goes wrong', ['> [!TIP]', '> Whom to ask, and where to look.']),
    ],
    retrospective: [
      section('What went well'),
      section('What didn’t'),
      section('What we learned'),
      section('What we’ll change', EMPTY_STEPS),
    ],
  },
  hi: {
    meetingNotes: [
      section('उपस्थित लोग'),
      section('एजेंडा', ['1. ']),
      section('नोट्स', ['']),
      section('फ़ैसले'),
      section('अगले कदम', EMPTY_STEPS),
    ],
    projectBrief: [
      section('लक्ष्य', ['यह पूरा होने पर क्या बेहतर होगा?']),
      section('क्या शामिल है'),
      section('क्या शामिल नहीं है'),
      section('लोग', ['| भूमिका | कौन |', '| --- | --- |', '| प्रमुख |  |', '| टीम |  |']),
      section('तारीखें', ['| पड़ाव | तारीख |', '| --- | --- |', '| शुरुआत |  |', '| पूरा |  |']),
      section('जोखिम'),
    ],
    decisionRecord: [
      section('पृष्ठभूमि', ['फ़ैसला लेना क्यों ज़रूरी हुआ?']),
      section('विकल्प', ['1. ', '2. ']),
      section('फ़ैसला', ['> [!IMPORTANT]', '> हम … करेंगे']),
      section('नतीजे'),
    ],
    weeklyPlan: [
      section('प्राथमिकताएँ', EMPTY_STEPS),
      section('सोमवार'),
      section('मंगलवार'),
      section('बुधवार'),
      section('गुरुवार'),
      section('शुक्रवार'),
      section('पीछे मुड़कर', ['क्या अच्छा रहा? अगले हफ़्ते क्या करना है?']),
    ],
    howTo: [
      section('क्या चाहिए'),
      section('चरण', ['1. ', '2. ', '3. ']),
      section('अगर कुछ गड़बड़ हो', ['> [!TIP]', '> किससे पूछें, और कहाँ देखें।']),
    ],
    retrospective: [
      section('क्या अच्छा रहा'),
      section('क्या अच्छा नहीं रहा'),
      section('हमने क्या सीखा'),
      section('हम क्या बदलेंगे', EMPTY_STEPS),
    ],
  },
  es: {
    meetingNotes: [
      section('Asistentes'),
      section('Orden del día', ['1. ']),
      section('Notas', ['']),
      section('Decisiones'),
      section('Próximos pasos', EMPTY_STEPS),
    ],
    projectBrief: [
      section('Objetivo', ['¿Qué mejorará cuando esté terminado?']),
      section('Incluido'),
      section('No incluido'),
      section('Personas', ['| Función | Quién |', '| --- | --- |', '| Responsable |  |', '| Equipo |  |']),
      section('Fechas', ['| Hito | Fecha |', '| --- | --- |', '| Inicio |  |', '| Fin |  |']),
      section('Riesgos'),
    ],
    decisionRecord: [
      section('Contexto', ['¿Por qué hizo falta decidir?']),
      section('Opciones', ['1. ', '2. ']),
      section('Decisión', ['> [!IMPORTANT]', '> Vamos a …']),
      section('Consecuencias'),
    ],
    weeklyPlan: [
      section('Prioridades', EMPTY_STEPS),
      section('Lunes'),
      section('Martes'),
      section('Miércoles'),
      section('Jueves'),
      section('Viernes'),
      section('Balance', ['¿Qué ha ido bien? ¿Qué toca la semana que viene?']),
    ],
    howTo: [
      section('Qué necesitas'),
      section('Pasos', ['1. ', '2. ', '3. ']),
      section('Si algo sale mal', ['> [!TIP]', '> A quién preguntar y dónde mirar.']),
    ],
    retrospective: [
      section('Qué ha ido bien'),
      section('Qué no'),
      section('Qué hemos aprendido'),
      section('Qué vamos a cambiar', EMPTY_STEPS),
    ],
  },
  fr: {
    meetingNotes: [
      section('Participants'),
      section('Ordre du jour', ['1. ']),
      section('Notes', ['']),
      section('Décisions'),
      section('Prochaines étapes', EMPTY_STEPS),
    ],
    projectBrief: [
      section('Objectif', ['Qu’est-ce qui ira mieux une fois le projet terminé ?']),
      section('Inclus'),
      section('Exclu'),
      section('Personnes', ['| Rôle | Qui |', '| --- | --- |', '| Responsable |  |', '| Équipe |  |']),
      section('Dates', ['| Jalon | Date |', '| --- | --- |', '| Début |  |', '| Fin |  |']),
      section('Risques'),
    ],
    decisionRecord: [
      section('Contexte', ['Pourquoi fallait-il décider ?']),
      section('Options', ['1. ', '2. ']),
      section('Décision', ['> [!IMPORTANT]', '> Nous allons …']),
      section('Conséquences'),
    ],
    weeklyPlan: [
      section('Priorités', EMPTY_STEPS),
      section('Lundi'),
      section('Mardi'),
      section('Mercredi'),
      section('Jeudi'),
      section('Vendredi'),
      section('Bilan', ['Qu’est-ce qui a bien marché ? Et la semaine prochaine ?']),
    ],
    howTo: [
      section('Ce qu’il vous faut'),
      section('Étapes', ['1. ', '2. ', '3. ']),
      section('En cas de problème', ['> [!TIP]', '> À qui demander, et où regarder.']),
    ],
    retrospective: [
      section('Ce qui a bien marché'),
      section('Ce qui a moins bien marché'),
      section('Ce que nous avons appris'),
      section('Ce que nous allons changer', EMPTY_STEPS),
    ],
  },
  ar: {
    meetingNotes: [
      section('الحاضرون'),
      section('جدول الأعمال', ['1. ']),
      section('ملاحظات', ['']),
      section('القرارات'),
      section('الخطوات التالية', EMPTY_STEPS),
    ],
    projectBrief: [
      section('الهدف', ['ما الذي سيتحسّن عند الانتهاء؟']),
      section('ضمن النطاق'),
      section('خارج النطاق'),
      section('الأشخاص', ['| الدور | من |', '| --- | --- |', '| القائد |  |', '| الفريق |  |']),
      section('المواعيد', ['| المرحلة | التاريخ |', '| --- | --- |', '| البداية |  |', '| النهاية |  |']),
      section('المخاطر'),
    ],
    decisionRecord: [
      section('الخلفية', ['لماذا كان القرار ضروريًا؟']),
      section('الخيارات', ['1. ', '2. ']),
      section('القرار', ['> [!IMPORTANT]', '> سوف …']),
      section('النتائج'),
    ],
    weeklyPlan: [
      section('الأولويات', EMPTY_STEPS),
      section('الاثنين'),
      section('الثلاثاء'),
      section('الأربعاء'),
      section('الخميس'),
      section('الجمعة'),
      section('نظرة إلى الوراء', ['ما الذي سار جيدًا؟ وماذا عن الأسبوع القادم؟']),
    ],
    howTo: [
      section('ما تحتاجه'),
      section('الخطوات', ['1. ', '2. ', '3. ']),
      section('إذا حدث خطأ', ['> [!TIP]', '> من تسأل، وأين تبحث.']),
    ],
    retrospective: [
      section('ما سار جيدًا'),
      section('ما لم يسر جيدًا'),
      section('ما تعلّمناه'),
      section('ما سنغيّره', EMPTY_STEPS),
    ],
  },
};

/** Returns the content of a built-in template as Markdown. */
export function writeBuiltIn(locale: Locale, name: BuiltInTemplate): string {
  return TEXTS[locale][name].map(({ heading, lines }) => `## ${heading}\n\n${lines.join('\n')}`).join('\n\n');
}
