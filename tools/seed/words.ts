import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { readPlainText } from '@hearth/contracts/rich-text/plain-text-values';
import { RICH_DETAILS } from './rich-details.ts';
import type { Random } from './random.ts';

/** Names of the people, starting with the owner. Their email addresses use the domain reserved for examples. */
export const NAMES = [
  'Ada Berg',
  'Ben Okafor',
  'Chloe Martin',
  'Dev Sharma',
  'Elif Kaya',
  'Finn Larsen',
  'Grace Lin',
  'Hugo Alves',
  'Ines Duarte',
  'Jonas Weber',
  'Keiko Mori',
  'Lena Novak',
  'Marco Ricci',
  'Nadia Haddad',
  'Omar Farouk',
  'Priya Nair',
  'Quentin Roux',
  'Rosa Jimenez',
  'Samuel Owusu',
  'Tara Singh',
  'Umut Demir',
  'Vera Popova',
  'Will Turner',
  'Xin Zhao',
  'Yara Cohen',
  'Zoe Petit',
  'Anton Lind',
  'Bea Kowalski',
  'Carlos Vega',
  'Dana Levi',
  'Emil Hansen',
  'Fatima Zahra',
  'Gwen Price',
  'Hana Suzuki',
  'Ivan Petrov',
  'Jade Wong',
  'Karim Aziz',
  'Lucia Romero',
  'Miles Grant',
  'Nora Quist',
] as const;

export function addressOf(name: string): string {
  return `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`;
}

interface Theme {
  name: string;
  description: string;
  acts: readonly string[];
  things: readonly string[];
}

const THEMES: readonly Theme[] = [
  {
    name: 'Website relaunch',
    description: 'New look, faster pages, and words that say what we do.',
    acts: ['Rewrite', 'Design', 'Review', 'Shorten', 'Translate', 'Test on phones:', 'Measure', 'Publish'],
    things: [
      'the home page',
      'the pricing page',
      'the contact form',
      'the customer stories',
      'the cookie notice',
      'the page for partners',
      'the search',
      'the newsletter sign-up',
      'the team photos',
      'the press kit',
      'the 404 page',
    ],
  },
  {
    name: 'Mobile app',
    description: 'The app for iOS and Android, from first sketch to the stores.',
    acts: [
      'Build',
      'Fix',
      'Sketch',
      'Speed up',
      'Write tests for',
      'Tidy up',
      'Add offline support to',
      'Check with a screen reader:',
    ],
    things: [
      'the sign-in screen',
      'the photo upload',
      'push messages',
      'the settings',
      'the calendar view',
      'dark colours',
      'the onboarding tour',
      'the crash report',
      'the share sheet',
      'the map',
      'the barcode scanner',
    ],
  },
  {
    name: 'Customer onboarding',
    description: 'What a new customer sees, hears and learns in the first thirty days.',
    acts: [
      'Plan',
      'Record',
      'Write',
      'Improve',
      'Ask five customers about',
      'Schedule',
      'Automate',
      'Simplify',
    ],
    things: [
      'the welcome mail',
      'the kick-off call',
      'the import of old data',
      'the video about reports',
      'the first-week check-in',
      'the training for admins',
      'the help centre',
      'the checklist for go-live',
      'the satisfaction survey',
      'the hand-over from sales',
    ],
  },
  {
    name: 'Spring campaign',
    description: 'Six weeks, three channels, one message.',
    acts: [
      'Draft',
      'Book',
      'Approve',
      'Film',
      'Compare',
      'Brief the agency on',
      'Set the budget for',
      'Report on',
    ],
    things: [
      'the poster',
      'the radio spot',
      'the landing page',
      'the trade fair stand',
      'the customer raffle',
      'the social posts',
      'the mailing to old customers',
      'the price offer',
      'the press release',
      'the photo shoot',
    ],
  },
  {
    name: 'Office move',
    description: 'Out by the end of the quarter, without losing a day of work.',
    acts: ['Order', 'Cancel', 'Measure', 'Label', 'Get three offers for', 'Arrange', 'Hand over', 'Insure'],
    things: [
      'the desks',
      'the internet line',
      'the keys',
      'the meeting room screens',
      'the plants',
      'the cleaning contract',
      'the parking spaces',
      'the kitchen',
      'the archive boxes',
      'the moving van',
      'the name plates',
    ],
  },
  {
    name: 'Billing',
    description: 'Invoices that are right the first time.',
    acts: ['Fix', 'Reconcile', 'Automate', 'Explain', 'Test', 'Document', 'Migrate', 'Clean up'],
    things: [
      'the invoice numbers',
      'the reminders',
      'the tax rates',
      'refunds',
      'the bank import',
      'yearly plans',
      'credit notes',
      'failed card payments',
      'the export for the accountant',
      'the currency rounding',
    ],
  },
];

const ENDINGS = [
  '',
  '',
  '',
  '',
  ' with Ben',
  ' before the board meeting',
  ' for the new customers',
  ' (second round)',
  ' in German',
  ' after the holidays',
  ' for the pilot group',
  ' with the agency',
  ' by Friday',
  ' for accessibility',
] as const;

export function makeTitle(random: Random, theme: Theme): string {
  return `${random.pick(theme.acts)} ${random.pick(theme.things)}${random.pick(ENDINGS)}`;
}

const DETAILS: readonly (string | RichText)[] = [
  ...RICH_DETAILS,
  'Keep it short: one screen, no scrolling.',
  'The figures are in the shared folder.',
  'Blocked until legal has answered.',
  'Last time this took two days, so start early.',
  'Ask support what people get wrong here.',
  'Two versions, then we vote.',
  'Needs a decision from the owner before we go on.',
];

/** Returns a random description: empty in 55 % of all cases, otherwise plain or formatted text. */
export function makeDescription(random: Random): RichText {
  const description = random.next() < 0.55 ? '' : random.pick(DETAILS);
  return typeof description === 'string' ? readPlainText(description) : description;
}

const REMARKS = [
  'Started. I will have something to look at tomorrow.',
  'Looks good to me.',
  'Can we make the first line shorter?',
  'I talked to them: they can live with the second version.',
  'Moved to next week, the supplier is late.',
  'Done, please have a look.',
  'This needs one more pair of eyes.',
  'Numbers checked, all fine.',
  'I would leave this out of the first round.',
  'Thanks, that was quick!',
] as const;

export function makeRemark(random: Random): string {
  return random.pick(REMARKS);
}

const AREAS = [
  'North',
  'South',
  'East',
  'West',
  'Core',
  'Partner',
  'Retail',
  'Online',
  'Field',
  'Studio',
] as const;

/** Returns names for `count` projects: first the plain themes, then the themes combined with areas and years. */
export function makeProjectNames(count: number): { name: string; theme: Theme }[] {
  return Array.from({ length: count }, (_, index) => {
    const theme = THEMES[index % THEMES.length] as Theme;
    const round = Math.floor(index / THEMES.length);
    if (round === 0) return { name: theme.name, theme };
    const area = AREAS[(round - 1) % AREAS.length] ?? '';
    const year = 2026 - Math.floor((round - 1) / AREAS.length);
    return { name: `${theme.name} ${area} ${year}`, theme };
  });
}

export type { Theme };
