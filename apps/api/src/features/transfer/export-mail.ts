import { sql } from 'kysely';
import { TRANSFER } from '@hearth/contracts/transfer-values';
import { withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { MailError } from '#platform/mail/index.ts';
import type { ExportRow } from './exports.queries.ts';

interface Reader {
  email: string;
  language: 'en' | 'hi' | null;
  team: string;
}

type Write = (team: string, address: string) => { subject: string; text: string };

const WORDS: Record<'en' | 'hi', Write> = {
  en: (team, address) => ({
    subject: `The file of ${team} is ready`,
    text: `The file with everything of ${team} is ready. Fetch it in the settings within ${TRANSFER.keptHours} hours:\n\n${address}\n\nIf you did not ask for it, tell another owner of the team.\n`,
  }),
  hi: (team, address) => ({
    subject: `${team} की फ़ाइल तैयार है`,
    text: `${team} की पूरी फ़ाइल तैयार है। इसे ${TRANSFER.keptHours} घंटे के भीतर सेटिंग्स से ले लें:\n\n${address}\n\nअगर आपने इसे नहीं माँगा था, तो टीम के किसी दूसरे मालिक को बताएँ।\n`,
  }),
};

/** The mail leads to the settings and not to the file: it may be read by others. */
export async function mailThatReady(app: App, row: ExportRow): Promise<void> {
  if (app.mailer === null) return;
  const on = { teamId: row.team_id, userId: row.asked_by };
  const { rows } = await withTeam(
    app.db,
    on,
    async (tx) =>
      await sql<Reader>`
        select u.email, u.language, t.name as team from users u join teams t on t.id = ${on.teamId}
        where u.id = ${on.userId} and u.deleted_at is null`.execute(tx),
    { isReadOnly: true },
  );
  const [reader] = rows;
  if (reader === undefined) return;
  const words = WORDS[reader.language ?? 'en'](
    reader.team,
    `${app.config.webOrigin}/dashboard/settings/transfer`,
  );
  try {
    await app.mailer.send({ to: reader.email, ...words });
  } catch (error) {
    // The settings show it as well, and the mailer has logged why.
    if (!(error instanceof MailError)) throw error;
  }
}
