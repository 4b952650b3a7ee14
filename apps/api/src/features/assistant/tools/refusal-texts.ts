import { isLocale, LOCALE_TAGS, type Locale } from '@hearth/contracts/core/locales';
import type { ErrorCode } from '@hearth/contracts/core/errors';

/** Kinds of objects that tools find by name. */
export type NamedKind = 'project' | 'label' | 'person' | 'status';

export interface RefusalTexts {
  whichTasks: string;
  whichReport: string;
  noMatches: string;
  tooManyTasks: (max: number) => string;
  tooManySteps: string;
  tooManyChanges: string;
  noTask: (title: string) => string;
  noTemplate: (name: string) => string;
  unknown: Record<NamedKind, (word: string) => string>;
  /** @param names formatted as a choice */
  ambiguous: (word: string, names: string) => string;
  labelTaken: (name: string) => string;
  /** @param tasks finished within the last `weeks`, and weeks since the first finished task */
  noHistory: (tasks: number, weeks: number, since: number) => string;
  /** Texts of errors of the product's own routes, whose details are in English. */
  byCode: Partial<Record<ErrorCode, string>>;
}

const TEXTS: Readonly<Record<Locale, RefusalTexts>> = {
  en: {
    whichTasks: 'Say which tasks you mean.',
    whichReport: 'Say what is to be summed up.',
    noMatches: 'No matching tasks found.',
    tooManyTasks: (max) => `A proposal can include up to ${max} tasks. Narrow down your request.`,
    tooManySteps: 'Too many steps in one answer.',
    tooManyChanges: 'Too many changes in one answer.',
    noTask: (title) => `No task is called “${title}”.`,
    noTemplate: (name) => `No template here is called “${name}”.`,
    unknown: {
      project: (word) => `No project here is called “${word}”.`,
      label: (word) => `No label here is called “${word}”.`,
      person: (word) => `No person here is called “${word}”.`,
      status: (word) => `No status here is called “${word}”.`,
    },
    ambiguous: (word, names) => `“${word}” could be ${names}.`,
    labelTaken: (name) => `There’s already a label called “${name}”.`,
    noHistory: (tasks, weeks, since) =>
      `There isn’t enough history: a forecast needs ${tasks} tasks finished in the last ${weeks} weeks, and ${since} weeks since the team’s first finished task.`,
    byCode: {},
  },
  hi: {
    whichTasks: 'बताएँ कि आपका मतलब किन कार्यों से है।',
    whichReport: 'बताएँ कि किसका सार चाहिए।',
    noMatches: 'कोई मेल खाता कार्य नहीं मिला।',
    tooManyTasks: (max) => `एक प्रस्ताव में ${max} तक कार्य हो सकते हैं। अनुरोध को सीमित करें।`,
    tooManySteps: 'एक जवाब में बहुत ज़्यादा चरण हैं।',
    tooManyChanges: 'एक जवाब में बहुत ज़्यादा बदलाव हैं।',
    noTask: (title) => `“${title}” नाम का कोई कार्य नहीं है।`,
    noTemplate: (name) => `यहाँ “${name}” नाम का कोई टेम्पलेट नहीं है।`,
    unknown: {
      project: (word) => `यहाँ “${word}” नाम का कोई प्रोजेक्ट नहीं है।`,
      label: (word) => `यहाँ “${word}” नाम का कोई लेबल नहीं है।`,
      person: (word) => `यहाँ “${word}” नाम का कोई व्यक्ति नहीं है।`,
      status: (word) => `यहाँ “${word}” नाम की कोई स्थिति नहीं है।`,
    },
    ambiguous: (word, names) => `“${word}” से मतलब ${names} हो सकता है।`,
    labelTaken: (name) => `“${name}” नाम का लेबल पहले से है।`,
    noHistory: (tasks, weeks, since) =>
      `अभी इतिहास काफ़ी नहीं है: पूर्वानुमान के लिए पिछले ${weeks} हफ़्तों में ${tasks} पूरे हुए कार्य चाहिए, और टीम का पहला कार्य पूरा हुए ${since} हफ़्ते हो चुके हों।`,
    byCode: {
      INVALID_REQUEST: 'कुछ जानकारी सही नहीं है।',
      PLAN_LIMIT_REACHED: 'आपके प्लान की सीमा पूरी हो गई है।',
      PLAN_REQUIRED: 'इसके लिए Pro प्लान चाहिए।',
      FORBIDDEN: 'आपको इसकी अनुमति नहीं है। किसी मालिक या एडमिन से कहें।',
      NOT_FOUND: 'यह अब नहीं है, या आपके पास इसका एक्सेस नहीं है।',
      CONFLICT: 'यह पहले से मौजूद किसी चीज़ से टकराता है।',
      CIRCULAR: 'इससे लूप बन जाएगा।',
      TOO_DEEP: 'स्तर बहुत ज़्यादा हैं।',
      PROJECT_ARCHIVED: 'यह प्रोजेक्ट संग्रहित है। इसमें कुछ बदलने के लिए इसे वापस लाएँ।',
      DOCUMENT_ARCHIVED: 'यह दस्तावेज़ संग्रहित है। इसे बदलने के लिए वापस लाएँ।',
      INVALID_STATE: 'अभी यह नहीं हो सकता।',
    },
  },
  es: {
    whichTasks: 'Di a qué tareas te refieres.',
    whichReport: 'Di qué hay que resumir.',
    noMatches: 'No se ha encontrado ninguna tarea que coincida.',
    tooManyTasks: (max) => `Una propuesta puede incluir hasta ${max} tareas. Acota tu petición.`,
    tooManySteps: 'Demasiados pasos en una respuesta.',
    tooManyChanges: 'Demasiados cambios en una respuesta.',
    noTask: (title) => `Ninguna tarea se llama “${title}”.`,
    noTemplate: (name) => `Aquí ninguna plantilla se llama “${name}”.`,
    unknown: {
      project: (word) => `Aquí ningún proyecto se llama “${word}”.`,
      label: (word) => `Aquí ninguna etiqueta se llama “${word}”.`,
      person: (word) => `Aquí nadie se llama “${word}”.`,
      status: (word) => `Aquí ningún estado se llama “${word}”.`,
    },
    ambiguous: (word, names) => `“${word}” podría ser ${names}.`,
    labelTaken: (name) => `Ya hay una etiqueta llamada “${name}”.`,
    noHistory: (tasks, weeks, since) =>
      `No hay suficiente historial: un pronóstico necesita ${tasks} tareas terminadas en las últimas ${weeks} semanas y ${since} semanas desde la primera tarea terminada del equipo.`,
    byCode: {
      INVALID_REQUEST: 'Algunos datos no son válidos.',
      PLAN_LIMIT_REACHED: 'Has alcanzado el límite de tu plan.',
      PLAN_REQUIRED: 'Para esto hace falta el plan Pro.',
      FORBIDDEN: 'No tienes permiso. Pídeselo a un propietario o administrador.',
      NOT_FOUND: 'Ya no existe o no tienes acceso.',
      CONFLICT: 'Esto entra en conflicto con algo que ya existe.',
      CIRCULAR: 'Esto crearía un bucle.',
      TOO_DEEP: 'Demasiados niveles.',
      PROJECT_ARCHIVED: 'Este proyecto está archivado. Desarchívalo para cambiar lo que contiene.',
      DOCUMENT_ARCHIVED: 'Este documento está archivado. Desarchívalo para cambiarlo.',
      INVALID_STATE: 'No es posible ahora mismo.',
    },
  },
  fr: {
    whichTasks: 'Précisez de quelles tâches il s’agit.',
    whichReport: 'Précisez ce qu’il faut résumer.',
    noMatches: 'Aucune tâche correspondante.',
    tooManyTasks: (max) => `Une proposition peut contenir jusqu’à ${max} tâches. Précisez votre demande.`,
    tooManySteps: 'Trop d’étapes dans une seule réponse.',
    tooManyChanges: 'Trop de changements dans une seule réponse.',
    noTask: (title) => `Aucune tâche ne s’appelle «\u00A0${title}\u00A0».`,
    noTemplate: (name) => `Aucun modèle ne s’appelle «\u00A0${name}\u00A0» ici.`,
    unknown: {
      project: (word) => `Aucun projet ne s’appelle «\u00A0${word}\u00A0» ici.`,
      label: (word) => `Aucune étiquette ne s’appelle «\u00A0${word}\u00A0» ici.`,
      person: (word) => `Personne ne s’appelle «\u00A0${word}\u00A0» ici.`,
      status: (word) => `Aucun statut ne s’appelle «\u00A0${word}\u00A0» ici.`,
    },
    ambiguous: (word, names) => `«\u00A0${word}\u00A0» peut être ${names}.`,
    labelTaken: (name) => `Il y a déjà une étiquette «\u00A0${name}\u00A0».`,
    noHistory: (tasks, weeks, since) =>
      `L’historique est trop court\u00A0: une prévision demande ${tasks} tâches terminées au cours des ${weeks} dernières semaines, et ${since} semaines depuis la première tâche terminée de l’équipe.`,
    byCode: {
      INVALID_REQUEST: 'Certaines informations ne sont pas valides.',
      PLAN_LIMIT_REACHED: 'La limite de votre offre est atteinte.',
      PLAN_REQUIRED: 'L’offre Pro est nécessaire.',
      FORBIDDEN: 'Vous n’avez pas l’autorisation nécessaire. Demandez à un propriétaire ou à un admin.',
      NOT_FOUND: 'Cet élément n’existe plus, ou vous n’y avez pas accès.',
      CONFLICT: 'Conflit avec un élément existant.',
      CIRCULAR: 'Cela créerait une boucle.',
      TOO_DEEP: 'Trop de niveaux.',
      PROJECT_ARCHIVED: 'Ce projet est archivé. Désarchivez-le pour modifier son contenu.',
      DOCUMENT_ARCHIVED: 'Ce document est archivé. Désarchivez-le pour le modifier.',
      INVALID_STATE: 'Impossible pour le moment.',
    },
  },
  ar: {
    whichTasks: 'حدّد المهام التي تقصدها.',
    whichReport: 'حدّد ما تريد تلخيصه.',
    noMatches: 'لم يُعثر على مهام مطابقة.',
    tooManyTasks: (max) => `يتسع الاقتراح لما يصل إلى ${max} مهمة. ضيّق طلبك.`,
    tooManySteps: 'خطوات كثيرة جدًا في إجابة واحدة.',
    tooManyChanges: 'تغييرات كثيرة جدًا في إجابة واحدة.',
    noTask: (title) => `لا توجد مهمة باسم «${title}».`,
    noTemplate: (name) => `لا يوجد هنا قالب باسم «${name}».`,
    unknown: {
      project: (word) => `لا يوجد هنا مشروع باسم «${word}».`,
      label: (word) => `لا يوجد هنا وسم باسم «${word}».`,
      person: (word) => `لا يوجد هنا شخص باسم «${word}».`,
      status: (word) => `لا توجد هنا حالة باسم «${word}».`,
    },
    ambiguous: (word, names) => `قد يعني «${word}» ${names}.`,
    labelTaken: (name) => `يوجد بالفعل وسم باسم «${name}».`,
    noHistory: (tasks, weeks, since) =>
      `السجل غير كافٍ: يتطلب التوقّع إنجاز ${tasks} مهمة على الأقل خلال آخر ${weeks} أسبوعًا، ومرور ${since} أسابيع على أول مهمة أنجزها الفريق.`,
    byCode: {
      INVALID_REQUEST: 'بعض البيانات غير صالحة.',
      PLAN_LIMIT_REACHED: 'بلغت حد خطتك.',
      PLAN_REQUIRED: 'يتطلب ذلك خطة Pro.',
      FORBIDDEN: 'ليس لديك صلاحية. اطلبها من مالك أو مشرف.',
      NOT_FOUND: 'لم يعد موجودًا، أو ليس لديك حق الوصول إليه.',
      CONFLICT: 'يتعارض هذا مع شيء موجود بالفعل.',
      CIRCULAR: 'سيُنشئ هذا حلقة.',
      TOO_DEEP: 'مستويات كثيرة جدًا.',
      PROJECT_ARCHIVED: 'هذا المشروع مؤرشف. ألغِ أرشفته لتغيير ما فيه.',
      DOCUMENT_ARCHIVED: 'هذا المستند مؤرشف. ألغِ أرشفته لتغييره.',
      INVALID_STATE: 'هذا غير ممكن الآن.',
    },
  },
};

/** Returns the reasons why a tool refuses a request. */
export function refusalTextsOf(locale: string): RefusalTexts {
  return TEXTS[isLocale(locale) ? locale : 'en'];
}

/** Formats 'A, B or C'. */
export function formatChoice(locale: string, names: readonly string[]): string {
  const tag = LOCALE_TAGS[isLocale(locale) ? locale : 'en'];
  return new Intl.ListFormat(tag, { type: 'disjunction' }).format(names);
}
