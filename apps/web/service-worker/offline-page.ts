import { matchLocale, readDirection, type Locale } from '@hearth/contracts/core/locales';

const texts: Record<Locale, { title: string; lead: string; link: string }> = {
  en: {
    title: 'You are offline',
    lead: 'This page needs a connection. Your tasks and projects are on this device and work without one.',
    link: 'Open your workspace',
  },
  hi: {
    title: 'आप ऑफ़लाइन हैं',
    lead: 'इस पन्ने के लिए इंटरनेट चाहिए। आपके काम और प्रोजेक्ट इस डिवाइस पर हैं और बिना इंटरनेट के चलते हैं।',
    link: 'अपना वर्कस्पेस खोलें',
  },
  es: {
    title: 'No hay conexión',
    lead: 'Esta página necesita conexión. Tus tareas y proyectos están en este dispositivo y funcionan sin ella.',
    link: 'Abrir tu espacio de trabajo',
  },
  fr: {
    title: 'Vous êtes hors ligne',
    lead: 'Cette page a besoin d’une connexion. Vos tâches et vos projets sont sur cet appareil et fonctionnent sans elle.',
    link: 'Ouvrir votre espace de travail',
  },
  ar: {
    title: 'أنت غير متصل بالإنترنت',
    lead: 'تحتاج هذه الصفحة إلى اتصال. مهامك ومشاريعك موجودة على هذا الجهاز وتعمل من دونه.',
    link: 'فتح مساحة العمل',
  },
};

/** The offline fallback for a document that was never opened on this device. */
export function buildOfflinePage(languages: readonly string[]): Response {
  const lang = matchLocale(languages);
  const { title, lead, link } = texts[lang];
  const page = `<!doctype html>
<html lang="${lang}" dir="${readDirection(lang)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Hearth</title>
    <style>
      body { max-inline-size: 26rem; margin: 20vh auto; padding-inline: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; }
      a { color: inherit; }
    </style>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${lead}</p>
    <p><a href="/dashboard">${link}</a></p>
  </body>
</html>
`;
  return new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
