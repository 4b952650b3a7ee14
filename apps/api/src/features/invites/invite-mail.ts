import type { Locale } from '@hearth/contracts/locales';
import type { TeamRole } from '@hearth/contracts/permissions';
import { defuse, writeMail, type Mail, type MailWords } from '#platform/mail/index.ts';

const ROLES: Record<Locale, Record<TeamRole, string>> = {
  en: { owner: 'an owner', admin: 'an admin', member: 'a member', guest: 'a guest' },
  hi: { owner: 'मालिक', admin: 'एडमिन', member: 'सदस्य', guest: 'अतिथि' },
};

export interface InviteMail {
  to: string;
  language: Locale;
  inviterName: string;
  teamName: string;
  role: TeamRole;
  url: string;
  expiresAt: Date;
}

/** The mail of an invite to an address. Names come from people: they are shown as text, and none becomes a link. */
export function writeInviteMail(about: InviteMail): Mail {
  const { language } = about;
  const [inviter, team] = [defuse(about.inviterName), defuse(about.teamName)];
  const role = ROLES[language][about.role];
  const until = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    about.expiresAt,
  );
  const words: MailWords =
    language === 'hi'
      ? {
          subject: `${inviter} ने आपको ${team} में बुलाया है`,
          paragraphs: [`${inviter} ने आपको Hearth पर टीम “${team}” में बुलाया है। आप यहाँ ${role} होंगे।`],
          button: 'टीम में शामिल हों',
          url: about.url,
          small: `यह आमंत्रण ${until} तक और सिर्फ़ इसी पते (${about.to}) के Google खाते के लिए है। अगर आपको इसकी उम्मीद नहीं थी, तो इस मेल को अनदेखा करें: आपके बिना कुछ नहीं होगा।`,
        }
      : {
          subject: `${inviter} invites you to ${team}`,
          paragraphs: [`${inviter} invites you to be ${role} of the team “${team}” on Hearth.`],
          button: 'Join the team',
          url: about.url,
          small: `The invite works until ${until}, for the Google account with this address (${about.to}) only. If you did not expect it, ignore this mail: nothing happens without you.`,
        };
  return writeMail(about.to, language, words);
}

export interface FullTeamMail {
  to: string;
  language: Locale;
  teamName: string;
  people: number;
  url: string;
}

/** Tells an owner that people could not join. */
export function writeFullTeamMail(about: FullTeamMail): Mail {
  const { language, people } = about;
  const team = defuse(about.teamName);
  const isOne = new Intl.PluralRules(language).select(people) === 'one';
  const words: MailWords =
    language === 'hi'
      ? {
          subject: `${team} में अब जगह नहीं है`,
          paragraphs: [
            `${people} ${isOne ? 'व्यक्ति' : 'लोग'} “${team}” में शामिल नहीं हो पाए, क्योंकि सभी सीटें भरी हैं।`,
            'आप किसी सदस्य को अतिथि बनाकर जगह बना सकते हैं, या बड़ा प्लान ले सकते हैं। उनके लिंक फिर काम करेंगे।',
          ],
          button: 'प्लान देखें',
          url: about.url,
          small: 'यह मेल दिन में एक बार से ज़्यादा नहीं आती।',
        }
      : {
          subject: `${team} is full`,
          paragraphs: [
            `${people} ${isOne ? 'person' : 'people'} could not join “${team}” because all seats are taken.`,
            'Make room by turning a member into a guest, or take a larger plan. Their links will work again.',
          ],
          button: 'See plans',
          url: about.url,
          small: 'This mail comes once a day at most.',
        };
  return writeMail(about.to, language, words);
}
