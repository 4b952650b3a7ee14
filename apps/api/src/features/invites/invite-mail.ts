import type { Locale } from '@hearth/contracts/core/locales';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { defuse, writeMail, type Mail, type MailContent } from '#platform/mail/index.ts';

const ROLES: Record<Locale, Record<TeamRole, string>> = {
  en: { owner: 'an owner', admin: 'an admin', member: 'a member', guest: 'a guest' },
  hi: { owner: 'मालिक', admin: 'एडमिन', member: 'सदस्य', guest: 'अतिथि' },
  es: { owner: 'propietario', admin: 'administrador', member: 'miembro', guest: 'invitado' },
  fr: { owner: 'propriétaire', admin: 'administrateur', member: 'membre', guest: 'invité' },
  ar: { owner: 'مالك', admin: 'مشرف', member: 'عضو', guest: 'ضيف' },
};

interface InviteMail {
  to: string;
  language: Locale;
  inviterName: string;
  teamName: string;
  role: TeamRole;
  url: string;
  expiresAt: Date;
}

/** Values of the email. Names are escaped to keep mail clients from turning them into links. */
interface MailValues {
  inviter: string;
  team: string;
  role: string;
  to: string;
  until: string;
}

const INVITE_TEXTS: Record<Locale, (values: MailValues) => Omit<MailContent, 'url'>> = {
  en: ({ inviter, team, role, to, until }) => ({
    subject: `${inviter} invites you to ${team}`,
    paragraphs: [`${inviter} invites you to be ${role} of the team “${team}” on Hearth.`],
    button: 'Join the team',
    small: `The invite works until ${until}, for the Google account with this address (${to}) only. If you did not expect it, ignore this mail: nothing happens without you.`,
  }),
  hi: ({ inviter, team, role, to, until }) => ({
    subject: `${inviter} ने आपको ${team} में बुलाया है`,
    paragraphs: [`${inviter} ने आपको Hearth पर टीम “${team}” में बुलाया है। आप यहाँ ${role} होंगे।`],
    button: 'टीम में शामिल हों',
    small: `यह आमंत्रण ${until} तक और सिर्फ़ इसी पते (${to}) के Google खाते के लिए है। अगर आपको इसकी उम्मीद नहीं थी, तो इस मेल को अनदेखा करें: आपके बिना कुछ नहीं होगा।`,
  }),
  es: ({ inviter, team, role, to, until }) => ({
    subject: `${inviter} te invita a ${team}`,
    paragraphs: [`${inviter} te invita al equipo “${team}” en Hearth. Tu rol será: ${role}.`],
    button: 'Unirme al equipo',
    small: `La invitación vale hasta el ${until} y solo para la cuenta de Google con esta dirección (${to}). Si no la esperabas, ignora este correo: sin ti no pasa nada.`,
  }),
  fr: ({ inviter, team, role, to, until }) => ({
    subject: `${inviter} vous invite dans ${team}`,
    paragraphs: [`${inviter} vous invite dans l’équipe « ${team} » sur Hearth. Votre rôle : ${role}.`],
    button: 'Rejoindre l’équipe',
    small: `L’invitation est valable jusqu’au ${until}, uniquement pour le compte Google associé à cette adresse (${to}). Si vous ne l’attendiez pas, ignorez ce message : rien ne se passe sans vous.`,
  }),
  ar: ({ inviter, team, role, to, until }) => ({
    subject: `دعوة من ${inviter} إلى ${team}`,
    paragraphs: [`تلقّيت دعوة من ${inviter} إلى فريق «${team}» في Hearth. دورك فيه: ${role}.`],
    button: 'الانضمام إلى الفريق',
    small: `الدعوة صالحة حتى ${until}، ولحساب Google بهذا العنوان (${to}) فقط. إن لم تكن تنتظرها فتجاهل هذه الرسالة: لن يحدث شيء من دونك.`,
  }),
};

/** Writes the email of an invite to an address. Names are user input: they are shown as plain text and cannot become links. */
export function writeInviteMail(about: InviteMail): Mail {
  const { language, to, url } = about;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const content = INVITE_TEXTS[language]({
    inviter: defuse(about.inviterName),
    team: defuse(about.teamName),
    role: ROLES[language][about.role],
    to,
    until: format.format(about.expiresAt),
  });
  return writeMail(to, language, { ...content, url });
}

interface FullTeamMail {
  to: string;
  language: Locale;
  teamName: string;
  people: number;
  url: string;
}

/** Phrases for the number of users who could not join a team, by plural category. */
type Turned = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const TURNED: Record<Locale, (people: number) => Turned> = {
  en: (people) => ({ one: '1 person', other: `${people} people` }),
  hi: (people) => ({ one: `${people} व्यक्ति`, other: `${people} लोग` }),
  es: (people) => ({ one: '1 persona no pudo', other: `${people} personas no pudieron` }),
  fr: (people) => ({
    one: `${people} personne n’a pas pu`,
    other: `${people} personnes n’ont pas pu`,
  }),
  ar: (people) => ({
    one: 'شخص واحد',
    two: 'شخصين',
    few: `${people} أشخاص`,
    many: `${people} شخصًا`,
    other: `${people} شخص`,
  }),
};

const FULL_TEXTS: Record<Locale, (team: string, turned: string) => Omit<MailContent, 'url'>> = {
  en: (team, turned) => ({
    subject: `${team} is full`,
    paragraphs: [
      `${turned} could not join “${team}” because all seats are taken.`,
      'Make room by turning a member into a guest, or take a larger plan. Their links will work again.',
    ],
    button: 'See plans',
    small: 'This mail comes once a day at most.',
  }),
  hi: (team, turned) => ({
    subject: `${team} में अब जगह नहीं है`,
    paragraphs: [
      `${turned} “${team}” में शामिल नहीं हो पाए, क्योंकि सभी सीटें भरी हैं।`,
      'आप किसी सदस्य को अतिथि बनाकर जगह बना सकते हैं, या बड़ा प्लान ले सकते हैं। उनके लिंक फिर काम करेंगे।',
    ],
    button: 'प्लान देखें',
    small: 'यह मेल दिन में एक बार से ज़्यादा नहीं आती।',
  }),
  es: (team, turned) => ({
    subject: `${team} está completo`,
    paragraphs: [
      `${turned} unirse a “${team}” porque todas las plazas están ocupadas.`,
      'Haz sitio convirtiendo a un miembro en invitado, o elige un plan mayor. Sus enlaces volverán a funcionar.',
    ],
    button: 'Ver planes',
    small: 'Este correo llega como mucho una vez al día.',
  }),
  fr: (team, turned) => ({
    subject: `${team} est au complet`,
    paragraphs: [
      `${turned} rejoindre « ${team} », car toutes les places sont prises.`,
      'Faites de la place en passant un membre en invité, ou prenez une offre plus grande. Leurs liens fonctionneront à nouveau.',
    ],
    button: 'Voir les offres',
    small: 'Ce message arrive une fois par jour au plus.',
  }),
  ar: (team, turned) => ({
    subject: `لا مكان شاغر في ${team}`,
    paragraphs: [
      `تعذّر انضمام ${turned} إلى «${team}» لأن جميع المقاعد مشغولة.`,
      'أفسح مكانًا بتحويل عضو إلى ضيف، أو اختر خطة أكبر. ستعمل روابطهم من جديد.',
    ],
    button: 'عرض الخطط',
    small: 'تصل هذه الرسالة مرة واحدة في اليوم على الأكثر.',
  }),
};

/** Writes the email that notifies an owner that users could not join. */
export function writeFullTeamMail(about: FullTeamMail): Mail {
  const { to, language, people, url } = about;
  const forms = TURNED[language](people);
  const turned = forms[new Intl.PluralRules(language).select(people)] ?? forms.other;
  return writeMail(to, language, { ...FULL_TEXTS[language](defuse(about.teamName), turned), url });
}
