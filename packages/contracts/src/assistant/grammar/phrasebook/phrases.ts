import type { Locale } from '#core/locales.ts';

/** A command in English, and its translations. Alternatives are separated by `|`. */
type Phrase = readonly [english: string, translations: Partial<Readonly<Record<Locale, string>>>];

/** Whole messages. Include the suggestions of the web app, which are checked by a test there. */
export const MESSAGES: readonly Phrase[] = [
  [
    'my tasks',
    {
      hi: 'मेरे कार्य|मेरे टास्क',
      es: 'mis tareas|mostrar mis tareas|muéstrame mis tareas',
      fr: 'mes tâches|afficher mes tâches|montre-moi mes tâches|montrer mes tâches',
      ar: 'مهامي|اعرض مهامي',
    },
  ],
  [
    'my overdue tasks',
    {
      hi: 'मेरे देरी वाले कार्य|मेरे कार्य जिनका समय निकल गया',
      es: 'mis tareas vencidas|mis tareas atrasadas',
      fr: 'mes tâches en retard',
      ar: 'مهامي المتأخرة',
    },
  ],
  [
    'overdue',
    {
      hi: 'देरी वाले कार्य|समय निकल गया',
      es: 'tareas vencidas|vencidas|tareas atrasadas',
      fr: 'tâches en retard|en retard',
      ar: 'المهام المتأخرة|مهام متأخرة|متأخرة',
    },
  ],
  [
    'due today',
    {
      hi: 'आज क्या-क्या पूरा करना है|आज के कार्य',
      es: 'qué vence hoy|tareas de hoy',
      fr: 'qu’y a-t-il à faire aujourd’hui|tâches du jour|à faire aujourd’hui',
      ar: 'ما المستحق اليوم|مهام اليوم',
    },
  ],
  [
    'due this week',
    {
      hi: 'इस हफ़्ते के कार्य',
      es: 'tareas de esta semana|qué vence esta semana',
      fr: 'tâches de la semaine|à faire cette semaine',
      ar: 'مهام هذا الأسبوع',
    },
  ],
  [
    'unassigned',
    {
      hi: 'बिना सौंपे कार्य',
      es: 'tareas sin asignar|sin asignar',
      fr: 'tâches non assignées|non assignées',
      ar: 'مهام غير مسندة|المهام غير المسندة',
    },
  ],
  [
    'my standup',
    {
      hi: 'मेरा स्टैंडअप',
      es: 'mi standup',
      fr: 'mon stand-up|mon standup',
      ar: 'تحديثي اليومي|التحديث اليومي',
    },
  ],
  [
    'weekly report',
    {
      hi: 'साप्ताहिक रिपोर्ट',
      es: 'informe semanal',
      fr: 'rapport hebdomadaire|rapport de la semaine',
      ar: 'التقرير الأسبوعي|تقرير أسبوعي',
    },
  ],
  [
    'what changed since monday',
    {
      hi: 'इस हफ़्ते क्या बदला',
      es: 'qué cambió esta semana|qué ha cambiado esta semana',
      fr: 'qu’est-ce qui a changé cette semaine',
      ar: 'ما الذي تغيّر هذا الأسبوع',
    },
  ],
  [
    'workload',
    {
      hi: 'किसके पास बहुत काम है',
      es: 'quién tiene demasiado trabajo|carga de trabajo',
      fr: 'qui a trop de travail|charge de travail',
      ar: 'من لديه أكثر من اللازم|عبء العمل',
    },
  ],
  [
    'help',
    {
      hi: 'क्या-क्या पूछा जा सकता है|मदद',
      es: 'qué puedo preguntar|ayuda',
      fr: 'que puis-je demander|aide',
      ar: 'ماذا يمكنني أن أسأل|مساعدة',
    },
  ],
  ['undo', { hi: 'वापस करो', es: 'deshacer', fr: 'annuler la dernière modification', ar: 'تراجع' }],
  ['hello', { es: 'hola|buenos días', fr: 'bonjour|salut', ar: 'مرحبا|مرحبًا|السلام عليكم' }],
];

/** Beginnings of messages. The rest is free text, such as a title. */
export const BEGINNINGS: readonly Phrase[] = [
  [
    'create task',
    {
      es: 'crear tarea|crea una tarea|crear una tarea',
      fr: 'créer une tâche|crée une tâche|créer tâche|nouvelle tâche',
      ar: 'أنشئ مهمة|إنشاء مهمة|مهمة جديدة',
    },
  ],
  ['find', { es: 'buscar|busca', fr: 'chercher|cherche|rechercher|trouver', ar: 'ابحث عن|بحث عن' }],
];
