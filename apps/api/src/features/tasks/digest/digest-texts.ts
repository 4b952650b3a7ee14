import type { Locale } from '@hearth/contracts/core/locales';
import type { MailContent } from '#platform/mail/index.ts';
import type { DueTasks } from './digest.queries.ts';

interface DigestValues {
  team: string;
  overdue: DueTasks;
  today: DueTasks;
  url: string;
  /** The page where the reader can turn off the digest. */
  settingsUrl: string;
}

/** Returns a heading, the titles and the number of further tasks, or an empty list if there are no tasks. */
function listTasks(
  heading: string,
  { titles, count }: DueTasks,
  nameRest: (rest: number) => string,
): string[] {
  if (count === 0) return [];
  const named = [heading, ...titles.map((title) => `• ${title}`)];
  return count > titles.length ? [...named, nameRest(count - titles.length)] : named;
}

/** Joins the non-zero counts. In most languages the counts follow a colon, which avoids plural agreement with the number. */
function countTasks(
  { overdue, today }: DigestValues,
  count: { overdue: string; today: string },
  comma = ', ',
): string {
  return [...(overdue.count > 0 ? [count.overdue] : []), ...(today.count > 0 ? [count.today] : [])].join(
    comma,
  );
}

export const DIGEST_TEXTS: Record<Locale, (values: DigestValues) => MailContent> = {
  en: (values) => {
    const { team, overdue, today, url, settingsUrl } = values;
    const count = countTasks(values, {
      overdue: `${overdue.count} overdue`,
      today: `${today.count} due today`,
    });
    const nameRest = (rest: number): string => `and ${rest} more`;
    return {
      subject: `${count} in ${team}`,
      paragraphs: [
        ...listTasks(`Your tasks in “${team}” that are overdue:`, overdue, nameRest),
        ...listTasks(`Your tasks in “${team}” that are due today:`, today, nameRest),
      ],
      button: 'Open my work',
      url,
      small: `You switched this daily mail on yourself; you switch it off in your settings, under Notifications: ${settingsUrl}`,
    };
  },
  hi: (values) => {
    const { team, overdue, today, url, settingsUrl } = values;
    const count = countTasks(values, {
      overdue: `समय निकल गया: ${overdue.count}`,
      today: `आज तक: ${today.count}`,
    });
    const nameRest = (rest: number): string => `और ${rest} अन्य`;
    return {
      subject: `${team} में ${count}`,
      paragraphs: [
        ...listTasks(`“${team}” में आपके कार्य जिनका समय निकल गया:`, overdue, nameRest),
        ...listTasks(`“${team}” में आपके कार्य जो आज तक होने हैं:`, today, nameRest),
      ],
      button: 'मेरा काम खोलें',
      url,
      small: `रोज़ की यह मेल आपने ख़ुद चालू की थी; इसे अपनी सेटिंग में “सूचनाएँ” के नीचे बंद करें: ${settingsUrl}`,
    };
  },
  es: (values) => {
    const { team, overdue, today, url, settingsUrl } = values;
    const count = countTasks(values, {
      overdue: `Vencidas: ${overdue.count}`,
      today: `Para hoy: ${today.count}`,
    });
    const nameRest = (rest: number): string => `y ${rest} más`;
    return {
      subject: `${count} (${team})`,
      paragraphs: [
        ...listTasks(`Tus tareas vencidas en “${team}”:`, overdue, nameRest),
        ...listTasks(`Tus tareas para hoy en “${team}”:`, today, nameRest),
      ],
      button: 'Abrir mi trabajo',
      url,
      small: `Este correo diario lo activaste tú; se desactiva en tus ajustes, en Notificaciones: ${settingsUrl}`,
    };
  },
  fr: (values) => {
    const { team, overdue, today, url, settingsUrl } = values;
    const count = countTasks(values, {
      overdue: `En retard : ${overdue.count}`,
      today: `Pour aujourd’hui : ${today.count}`,
    });
    const nameRest = (rest: number): string => `et ${rest} de plus`;
    return {
      subject: `${count} (${team})`,
      paragraphs: [
        ...listTasks(`Vos tâches en retard dans « ${team} » :`, overdue, nameRest),
        ...listTasks(`Vos tâches pour aujourd’hui dans « ${team} » :`, today, nameRest),
      ],
      button: 'Ouvrir mon travail',
      url,
      small: `Vous avez activé vous-même cet e-mail quotidien ; il se désactive dans vos paramètres, sous Notifications : ${settingsUrl}`,
    };
  },
  ar: (values) => {
    const { team, overdue, today, url, settingsUrl } = values;
    const counts = { overdue: `متأخرة: ${overdue.count}`, today: `مستحقة اليوم: ${today.count}` };
    const nameRest = (rest: number): string => `وغيرها: ${rest}`;
    return {
      subject: `${countTasks(values, counts, '، ')} (${team})`,
      paragraphs: [
        ...listTasks(`مهامك المتأخرة في «${team}»:`, overdue, nameRest),
        ...listTasks(`مهامك المستحقة اليوم في «${team}»:`, today, nameRest),
      ],
      button: 'فتح عملي',
      url,
      small: `أنت من فعّل هذه الرسالة اليومية؛ ويمكنك إيقافها في إعداداتك، ضمن الإشعارات: ${settingsUrl}`,
    };
  },
};
