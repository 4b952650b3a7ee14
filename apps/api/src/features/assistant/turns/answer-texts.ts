import type { Locale } from '@hearth/contracts/core/locales';

interface AnswerTexts {
  noSource: string;
  failed: string;
  tooLong: string;
  prepared: string;
}

/** Localized strings that the server adds to an answer. */
const ANSWER_TEXTS: Record<Locale, AnswerTexts> = {
  en: {
    noSource: 'No source in this team.',
    failed: 'Something went wrong. Try again.',
    tooLong: 'This took too long. Try again with a smaller question.',
    prepared: 'The model broke off. This is what it had prepared.',
  },
  hi: {
    noSource: 'इस टीम में कोई स्रोत नहीं है।',
    failed: 'कुछ गड़बड़ हो गई। फिर से कोशिश करें।',
    tooLong: 'इसमें बहुत समय लगा। छोटे सवाल के साथ फिर से कोशिश करें।',
    prepared: 'मॉडल बीच में रुक गया। उसने यह तैयार किया था।',
  },
  es: {
    noSource: 'No hay ninguna fuente en este equipo.',
    failed: 'Algo ha ido mal. Inténtalo de nuevo.',
    tooLong: 'Ha tardado demasiado. Prueba con una pregunta más corta.',
    prepared: 'El modelo se ha interrumpido. Esto es lo que había preparado.',
  },
  fr: {
    noSource: 'Aucune source dans cette équipe.',
    failed: 'Une erreur s’est produite. Réessayez.',
    tooLong: 'Cela a pris trop de temps. Réessayez avec une question plus courte.',
    prepared: 'Le modèle s’est interrompu. Voici ce qu’il avait préparé.',
  },
  ar: {
    noSource: 'لا يوجد مصدر في هذا الفريق.',
    failed: 'حدث خطأ ما. حاول مرة أخرى.',
    tooLong: 'استغرق هذا وقتًا طويلًا. حاول بسؤال أقصر.',
    prepared: 'توقف النموذج. هذا ما كان قد أعدّه.',
  },
};

export function answerTextsOf(locale: string): AnswerTexts {
  return ANSWER_TEXTS[locale as Locale] ?? ANSWER_TEXTS.en;
}
