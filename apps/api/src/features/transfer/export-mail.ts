import { z } from 'zod';
import { LOCALES, type Locale } from '@hearth/contracts/core/locales';
import { TRANSFER } from '@hearth/contracts/transfer/transfer-values';
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
import { findReader } from './exports.queries.ts';

/** Sends the email in a separate job: retries must not create a second file. */
export const exportMail = defineJob({
  kind: 'transfer.mail-ready',
  rule: { kind: 'team', action: 'team.export' },
  data: z.strictObject({ exportId: z.string() }),
  ...MAIL_BOUNDS,
});

const EXPORT_TEXTS: Record<Locale, (team: string, url: string) => MailContent> = {
  en: (team, url) => ({
    subject: `The file of ${team} is ready`,
    paragraphs: [
      `The file with everything of “${team}” is ready. Fetch it in the settings within ${TRANSFER.keptHours} hours.`,
    ],
    button: 'Open settings',
    url,
    small: 'If you did not ask for it, tell another owner of the team.',
  }),
  hi: (team, url) => ({
    subject: `${team} की फ़ाइल तैयार है`,
    paragraphs: [`“${team}” की पूरी फ़ाइल तैयार है। इसे ${TRANSFER.keptHours} घंटे के भीतर सेटिंग्स से ले लें।`],
    button: 'सेटिंग्स खोलें',
    url,
    small: 'अगर आपने इसे नहीं माँगा था, तो टीम के किसी दूसरे मालिक को बताएँ।',
  }),
  es: (team, url) => ({
    subject: `El archivo de ${team} está listo`,
    paragraphs: [
      `El archivo con todo lo de “${team}” está listo. Descárgalo en los ajustes en un plazo de ${TRANSFER.keptHours} horas.`,
    ],
    button: 'Abrir ajustes',
    url,
    small: 'Si no lo pediste, avisa a otro propietario del equipo.',
  }),
  fr: (team, url) => ({
    subject: `Le fichier de ${team} est prêt`,
    paragraphs: [
      `Le fichier avec tout le contenu de « ${team} » est prêt. Récupérez-le dans les paramètres sous ${TRANSFER.keptHours} heures.`,
    ],
    button: 'Ouvrir les paramètres',
    url,
    small: 'Si vous ne l’avez pas demandé, prévenez un autre propriétaire de l’équipe.',
  }),
  ar: (team, url) => ({
    subject: `ملف ${team} جاهز`,
    paragraphs: [`الملف الذي يضم كل ما في «${team}» جاهز. نزّله من الإعدادات خلال ${TRANSFER.keptHours} ساعة.`],
    button: 'فتح الإعدادات',
    url,
    small: 'إن لم تطلبه أنت، فأخبر مالكًا آخر للفريق.',
  }),
};

/** The email links to the settings instead of the file because other people may read the email. */
export function bindExportMail(app: App): JobBinding {
  return bindJob(exportMail, async ({ data, teamId, userId }) => {
    // Without mail delivery, users find the export in the settings.
    if (deliveryOf(app) === 'none') return;
    const on = { teamId, userId };
    const reader = await readTeam(app.db, on, (tx) =>
      findReader(tx, { ...on, exportId: data.exportId }, app.clock.now()),
    );
    if (reader === null) return;
    const { email, team } = reader;
    const language = reader.language ?? LOCALES[0];
    const url = `${app.config.webOrigin}/dashboard/settings/transfer`;
    await sendMail(app, writeMail(email, language, EXPORT_TEXTS[language](defuse(team), url)));
  });
}
