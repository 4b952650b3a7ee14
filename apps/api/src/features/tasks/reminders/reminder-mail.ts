import { z } from 'zod';
import { LOCALES, type Locale } from '@hearth/contracts/core/locales';
import { readTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import {
  defuse,
  deliveryOf,
  MAIL_BOUNDS,
  sendMail,
  writeMail,
  type MailContent,
} from '#platform/mail/index.ts';
import { findMailReader, listReminded } from './reminders.queries.ts';

const mailedReminder = z.strictObject({ taskId: z.string(), id: z.string(), at: z.string() });
export type MailedReminder = z.infer<typeof mailedReminder>;

/** Emails reminders. This is a separate job because retries of the email must not repeat the reminders themselves. */
export const reminderMail = defineJob({
  kind: 'tasks.mail-reminders',
  rule: { kind: 'team', action: 'tasks.list' },
  data: z.strictObject({ reminders: z.array(mailedReminder) }),
  ...MAIL_BOUNDS,
});

/** Maximum number of titles to list. The rest are only counted. */
const MAX_TITLES = 30;

interface MailValues {
  team: string;
  titles: readonly string[];
  url: string;
}

function listTitles(titles: readonly string[], nameRest: (count: number) => string): string[] {
  const named = titles.slice(0, MAX_TITLES).map((title) => `• ${title}`);
  return titles.length > MAX_TITLES ? [...named, nameRest(titles.length - MAX_TITLES)] : named;
}

const REMINDER_TEXTS: Record<Locale, (values: MailValues) => MailContent> = {
  en: ({ team, titles, url }) => ({
    subject: titles.length === 1 ? `Reminder: ${titles[0]}` : `${titles.length} reminders in ${team}`,
    paragraphs: [
      `You wanted to be reminded in “${team}”:`,
      ...listTitles(titles, (count) => `and ${count} more`),
    ],
    button: titles.length === 1 ? 'Open the task' : 'Open my work',
    url,
    small: 'You set these reminders yourself; you take them off where you set them, in the task.',
  }),
  hi: ({ team, titles, url }) => ({
    subject: titles.length === 1 ? `याद दिलाना: ${titles[0]}` : `${team} में ${titles.length} रिमाइंडर`,
    paragraphs: [`आपने “${team}” में याद दिलाने को कहा था:`, ...listTitles(titles, (count) => `और ${count} अन्य`)],
    button: titles.length === 1 ? 'कार्य खोलें' : 'मेरा काम खोलें',
    url,
    small: 'ये रिमाइंडर आपने ख़ुद लगाए थे; इन्हें वहीं हटाएँ जहाँ लगाए थे, यानी कार्य में।',
  }),
  es: ({ team, titles, url }) => ({
    subject: titles.length === 1 ? `Recordatorio: ${titles[0]}` : `${titles.length} recordatorios en ${team}`,
    paragraphs: [
      `Querías que te lo recordáramos en “${team}”:`,
      ...listTitles(titles, (count) => `y ${count} más`),
    ],
    button: titles.length === 1 ? 'Abrir la tarea' : 'Abrir mi trabajo',
    url,
    small: 'Estos recordatorios los pusiste tú; se quitan donde se pusieron, en la tarea.',
  }),
  fr: ({ team, titles, url }) => ({
    subject: titles.length === 1 ? `Rappel : ${titles[0]}` : `${titles.length} rappels dans ${team}`,
    paragraphs: [
      `Vous vouliez un rappel dans « ${team} » :`,
      ...listTitles(titles, (count) => `et ${count} de plus`),
    ],
    button: titles.length === 1 ? 'Ouvrir la tâche' : 'Ouvrir mon travail',
    url,
    small: 'Vous avez placé ces rappels vous-même ; ils se retirent là où ils ont été placés, dans la tâche.',
  }),
  ar: ({ team, titles, url }) => ({
    // The count is in parentheses because Arabic nouns agree with numbers in six forms.
    subject: titles.length === 1 ? `تذكير: ${titles[0]}` : `تذكيرات في ${team} (${titles.length})`,
    paragraphs: [`طلبت تذكيرك في «${team}» بما يلي:`, ...listTitles(titles, (count) => `وغيرها: ${count}`)],
    button: titles.length === 1 ? 'فتح المهمة' : 'فتح عملي',
    url,
    small: 'أنت من ضبط هذه التذكيرات؛ ويمكنك إزالتها حيث ضبطتها، في المهمة.',
  }),
};

/** Emails the reminders of tasks that are still open and visible to the user when the email is sent. */
export function bindReminderMail(app: App): JobBinding {
  return bindJob(reminderMail, async ({ data, teamId, userId }) => {
    // With mail delivery off, only the in-app notification is shown.
    if (deliveryOf(app) === 'none') return;
    const person = { teamId, userId };
    const taskIds = [...new Set(data.reminders.map(({ taskId }) => taskId))];
    const { reader, reminded } = await readTeam(app.db, person, async (tx) => ({
      reader: await findMailReader(tx, person.userId),
      reminded: await listReminded(tx, person.userId, taskIds),
    }));
    if (reader === null) return;
    // Drop reminders that were removed or rescheduled since the job was enqueued.
    const relevant = reminded.filter(({ own }) =>
      own.reminders.some(({ id, at }) => data.reminders.some((one) => one.id === id && one.at === at)),
    );
    const [first] = relevant;
    if (first === undefined) return;
    const language = reader.language ?? LOCALES[0];
    const own = `${app.config.webOrigin}/dashboard/tasks/mine`;
    const url = relevant.length === 1 ? `${own}?task=${first.own.taskId}` : own;
    const titles = relevant.map(({ title }) => defuse(title));
    await sendMail(
      app,
      writeMail(reader.email, language, REMINDER_TEXTS[language]({ team: defuse(reader.team), titles, url })),
    );
  });
}
