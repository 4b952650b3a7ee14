import type { Locale } from '@hearth/contracts/core/locales';

/** The title and description of a task. The description is empty if there is none. */
type Text = readonly [title: string, description: string];

export interface SampleTexts {
  project: string;
  description: string;
  label: string;
  move: Text;
  finish: Text;
  open: Text;
  /** The items of the task's checklist. */
  steps: readonly [string, string];
  plan: Text;
  write: Text;
  publish: Text;
  quick: Text;
  comment: Text;
}

/** Quick add only parses English and Hindi, so the example uses one of these two languages. */
export const SAMPLE_TEXTS: Record<Locale, SampleTexts> = {
  en: {
    project: 'Getting started',
    description: 'A sample to look around in. Remove it whenever you like.',
    label: 'Idea',
    move: [
      'Move this card to another column',
      'The column of a card is its status. Drag it, or open it and choose one.',
    ],
    finish: ['Finish this task', 'Click the ring in front of the title. Ctrl+Z brings it back.'],
    open: [
      'Open this task and look around',
      'Everything about a task is in one place: who, when, steps, files and comments.',
    ],
    steps: ['Tick this step', 'Add a step of your own'],
    plan: ['Plan the launch', 'A large task is easier in parts: it has a sub-task.'],
    write: ['Write the announcement', 'This one is a sub-task. The next one waits for it.'],
    publish: ['Publish the announcement', 'Blocked until the announcement is written.'],
    quick: [
      'Add a task in one line',
      'Type “Call Maya tomorrow 5pm” in a new task: the date is read out of it.',
    ],
    comment: ['Write a comment', 'Type @ to mention somebody. They’ll see it at once.'],
  },
  hi: {
    project: 'शुरुआत करें',
    description: 'घूमकर देखने के लिए एक नमूना। जब चाहें इसे हटा दें।',
    label: 'विचार',
    move: ['इस कार्ड को दूसरे कॉलम में ले जाएँ', 'कार्ड का कॉलम ही उसकी स्थिति है। उसे खींचें, या खोलकर स्थिति चुनें।'],
    finish: ['यह कार्य पूरा करें', 'शीर्षक के आगे के घेरे पर क्लिक करें। Ctrl+Z उसे वापस लाता है।'],
    open: ['यह कार्य खोलकर देखें', 'कार्य की हर बात एक जगह है: कौन, कब, चेकलिस्ट, फ़ाइलें और टिप्पणियाँ।'],
    steps: ['इस आइटम पर निशान लगाएँ', 'अपना एक आइटम जोड़ें'],
    plan: ['लॉन्च की योजना बनाएँ', 'बड़ा कार्य हिस्सों में आसान होता है: इसका एक उप-कार्य है।'],
    write: ['घोषणा लिखें', 'यह एक उप-कार्य है। अगला कार्य इसी का इंतज़ार कर रहा है।'],
    publish: ['घोषणा प्रकाशित करें', 'घोषणा लिखे जाने तक रुका हुआ है।'],
    quick: ['एक पंक्ति में कार्य जोड़ें', 'नए कार्य में “कल शाम 5 बजे माया को फ़ोन करना” लिखें: तारीख़ उसी से पढ़ ली जाती है।'],
    comment: ['एक टिप्पणी लिखें', 'किसी का ज़िक्र करने के लिए @ लिखें। उन्हें तुरंत दिखेगा।'],
  },
  es: {
    project: 'Primeros pasos',
    description: 'Un ejemplo para explorar. Quítalo cuando quieras.',
    label: 'Idea',
    move: [
      'Mueve esta tarjeta a otra columna',
      'La columna de una tarjeta es su estado. Arrástrala, o ábrela y elige uno.',
    ],
    finish: ['Termina esta tarea', 'Haz clic en el círculo delante del título. Ctrl+Z la recupera.'],
    open: [
      'Abre esta tarea y explórala',
      'Todo lo de una tarea está en un sitio: quién, cuándo, elementos, archivos y comentarios.',
    ],
    steps: ['Marca este elemento', 'Añade un elemento propio'],
    plan: ['Planifica el lanzamiento', 'Una tarea grande es más fácil por partes: tiene una subtarea.'],
    write: ['Escribe el anuncio', 'Esta es una subtarea. La siguiente la espera.'],
    publish: ['Publica el anuncio', 'Bloqueada hasta que el anuncio esté escrito.'],
    quick: [
      'Añade una tarea en una línea',
      'Escribe “Call Maya tomorrow 5pm” en una tarea nueva: la fecha se lee de la línea.',
    ],
    comment: ['Escribe un comentario', 'Escribe @ para mencionar a alguien. Lo verá al momento.'],
  },
  fr: {
    project: 'Prise en main',
    description: 'Un exemple à explorer. Retirez-le quand vous voulez.',
    label: 'Idée',
    move: [
      'Déplacer cette carte dans une autre colonne',
      'La colonne d’une carte est son statut. Faites-la glisser, ou ouvrez-la et choisissez-en un.',
    ],
    finish: ['Terminer cette tâche', 'Cliquez sur le cercle devant le titre. Ctrl+Z la rétablit.'],
    open: [
      'Ouvrir cette tâche et l’explorer',
      'Tout ce qui concerne une tâche est au même endroit : qui, quand, checklist, fichiers et commentaires.',
    ],
    steps: ['Cocher cet élément', 'Ajouter un élément à vous'],
    plan: [
      'Préparer le lancement',
      'Une grande tâche est plus simple en plusieurs parties : elle a une sous-tâche.',
    ],
    write: ['Rédiger l’annonce', 'Ceci est une sous-tâche. La suivante l’attend.'],
    publish: ['Publier l’annonce', 'Bloquée tant que l’annonce n’est pas rédigée.'],
    quick: [
      'Ajouter une tâche en une ligne',
      'Tapez « Call Maya tomorrow 5pm » dans une nouvelle tâche : la date est lue dans la ligne.',
    ],
    comment: ['Écrire un commentaire', 'Tapez @ pour mentionner quelqu’un, qui le verra aussitôt.'],
  },
  ar: {
    project: 'البداية',
    description: 'نموذج للاستكشاف. أزله متى شئت.',
    label: 'فكرة',
    move: ['انقل هذه البطاقة إلى عمود آخر', 'عمود البطاقة هو حالتها. اسحبها، أو افتحها واختر حالة.'],
    finish: ['أنهِ هذه المهمة', 'انقر على الدائرة أمام العنوان. ويعيدها Ctrl+Z.'],
    open: [
      'افتح هذه المهمة واستكشفها',
      'كل ما يخص المهمة في مكان واحد: من ومتى وقائمة التحقق والملفات والتعليقات.',
    ],
    steps: ['ضع علامة على هذا العنصر', 'أضف عنصرًا من عندك'],
    plan: ['خطّط للإطلاق', 'المهمة الكبيرة أسهل على أجزاء: لها مهمة فرعية.'],
    write: ['اكتب الإعلان', 'هذه مهمة فرعية، والتالية تنتظرها.'],
    publish: ['انشر الإعلان', 'معطّلة حتى يُكتب الإعلان.'],
    quick: ['أضف مهمة في سطر واحد', 'اكتب «Call Maya tomorrow 5pm» في مهمة جديدة: يُقرأ التاريخ من السطر.'],
    comment: ['اكتب تعليقًا', 'اكتب @ للإشارة إلى شخص، وسيراه فورًا.'],
  },
};
