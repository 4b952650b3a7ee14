import { beforeAll, expect, it } from 'vitest';
import type { SearchResult } from '@hearth/contracts/search/search';
import { makeDocument } from '#testing/documents.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProTeam, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { useSharedApp } from '#testing/use-app.ts';
import { settleSearch } from './index.ts';

/** Title and description of each task, by name. */
const TASKS: Record<string, [title: string, description?: string]> = {
  soft: ['Route', 'Der Fahr\u00adrad\u00adweg ist neu und die Strecke ist lang.'],
  zero: ['Sel\u200bdom', 'U\u2060tmost care'],
  persian: ['می\u200cخواهم'],
  hindi: ['रास्\u200dता'],
  korean: ['회의록'.normalize('NFD'), '예산을 정하다'.normalize('NFD')],
  japanese: ['ガイドブック'.normalize('NFD')],
  staff: ['Monday', 'Ask HR about the AI plan of the EU, 5G and 24 seats.'],
  harbour: ['Tuesday', 'The hrvatska euro aims 240 times.'],
  cpp: ['C++ guide'],
  csharp: ['C# style', 'Not for F#.'],
  coffee: ['Coffee'],
  carpark: ['Car park'],
  net: ['Upgrade to .NET 10'],
  fishing: ['Net of the fisher'],
  research: ['R&D budget'],
  email: ['Set up e-mail'],
  emails: ['Clean up email'],
  wifi: ['Wi-Fi in the cellar'],
  version: ['Ship v2.10.3'],
  numbers: ['Parts 2, 3 and 10'],
  name: ['Call Ms O’Brien'],
  settings: ['Door settings', 'Set the angle of the door.'],
  setting: ['Wednesday', 'They are setting the tents up on Wednesday.'],
  spacedAnd: ['Money', 'Ask R & D about it.'],
  followUp: ['Follow up with Ann'],
  followup: ['A followup'],
  followHyphen: ['Notes', 'This is the follow-up of the talk.'],
  login: ['Doors', 'The visitors log in at the gate.'],
  phone: ['Gate', 'Ring 1701234567.'],
  phoneSpaced: ['Porter', 'Ring 170 123 4567.'],
  phoneAbroad: ['Caretaker', 'Ring +49 170 1234567.'],
  baker: ['Neue Bäckerei'],
  bakerToo: ['Alte Baeckerei'],
  schroeder: ['Frau Schröder anrufen'],
  invoice: ['Ausgangsrechnung'],
  bread: ['Notiz', 'Das Vollkornbrot ist für die Bäckereiverkäuferin und nicht für den Chef.'],
  hospital: ['Afspraak', 'Het ziekenhuis is niet ver en de kwartaalcijfers zijn goed.'],
  square: ['Marktplatz'],
  squareText: ['Termin', 'Wir sind auf dem Platz und das ist gut.'],
  office: ['Büroartikel und Textbausteine'],
  authority: ['Post', 'Das Finanzamt ist mit der Erfolgsquote nicht zufrieden.'],
  aviation: ['Luftfahrtindustrieverband'],
  lunch: ['Lunchpauze op het hoofdkantoor'],
  bond: ['Relationship of two operations'],
  party: ['Launch party 🎉'],
  rocket: ['Plan', 'Ready 🚀 to go 👍🏽'],
  plan: ['Plan of plans'],
};

/** Queries and the names of the tasks found. `>` separates results whose order is checked. */
const QUESTIONS: [question: string, found: string][] = [
  // Invisible characters and decomposed letters.
  ['Fahrradweg', 'soft'],
  ['Fahr\u00adradweg', 'soft'],
  ['seldom', 'zero'],
  ['utmost', 'zero'],
  ['ut\ufeffmost', 'zero'],
  ['میخواهم', 'persian'],
  ['خواهم', 'persian'],
  ['रास्ता', 'hindi'],
  ['회의록', 'korean'],
  ['회의록'.normalize('NFD'), 'korean'],
  ['예산', 'korean'],
  ['ガイド', 'japanese'],
  ['ブック', 'japanese'],
  // Acronyms whose lower-case form may be a stop word.
  ['HR', 'staff'],
  ['hr', 'staff'],
  ['AI', 'staff'],
  ['EU', 'staff'],
  ['5G', 'staff'],
  ['5g', 'staff'],
  ['24', 'staff'],
  ['HR plan', 'staff'],
  ['EU AI', 'staff'],
  // Names with signs.
  ['C++', 'cpp'],
  ['c++ guide', 'cpp'],
  ['C#', 'csharp'],
  ['F#', 'csharp'],
  ['.NET', 'net'],
  ['net', 'fishing net'],
  ['R&D', 'research spacedAnd'],
  ['R & D', 'research spacedAnd'],
  ['r&d budget', 'research'],
  // Joined and separate spellings.
  ['email', 'email emails'],
  ['e-mail', 'email emails'],
  ['E\u2011Mail', 'email emails'],
  ['wifi', 'wifi'],
  ['wi-fi', 'wifi'],
  ['2.10.3', 'version'],
  ['v2.10.3', 'version'],
  ['2.10', 'version numbers'],
  ['followup', 'followUp followup followHyphen'],
  ['follow up', 'followUp followup followHyphen'],
  ['follow-up', 'followUp followup followHyphen'],
  ['follow up Ann', 'followUp'],
  ['set up', 'email > setting'],
  ['set', 'email settings setting'],
  ['login', 'login'],
  ['log in', 'login'],
  ['carpark', 'carpark'],
  ['car park', 'carpark'],
  ['1701234567', 'phone phoneSpaced phoneAbroad'],
  ['170 123 4567', 'phone phoneSpaced phoneAbroad'],
  ['+49 170 1234567', 'phone phoneSpaced phoneAbroad'],
  ['0170 1234567', 'phone phoneSpaced phoneAbroad'],
  ['0170/123 4567', 'phone phoneSpaced phoneAbroad'],
  ['obrien', 'name'],
  ["O'Brien", 'name'],
  // Umlauts as one letter, as two letters, or as the base letter.
  ['Baeckerei', 'baker bakerToo bread'],
  ['Bäckerei', 'baker bakerToo bread'],
  ['Schroeder', 'schroeder'],
  ['schroder', 'schroeder'],
  ['Schröder', 'schroeder'],
  ['Scho\u0308der', 'schroeder'],
  // Components of compounds.
  ['Rechnung', 'invoice'],
  ['rechn', 'invoice'],
  ['Vollkorn', 'bread'],
  ['Vollkorn Chef', 'bread'],
  ['Brot', 'bread'],
  ['Verkäuferin', 'bread'],
  ['Verkaeuferin', 'bread'],
  ['huis', 'hospital'],
  ['cijfers', 'hospital'],
  ['Artikel', 'office'],
  ['Baustein', 'office'],
  ['Amt', 'authority'],
  ['Quote Amt', 'authority'],
  ['Industrie', 'aviation'],
  ['pauze kantoor', 'lunch'],
  // Words come before components of compounds.
  ['Platz', 'squareText > square'],
  ['ship', 'version'],
  ['lati', ''],
  // Emoji in any skin tone.
  ['🎉', 'party'],
  ['🎉 launch', 'party'],
  ['🚀', 'rocket'],
  ['👍', 'rocket'],
  ['👍🏿', 'rocket'],
  // An exact title match comes first.
  ['plan', 'rocket > plan > staff'],
];

describeOneEngine('word search', (engine) => {
  const api = useSharedApp(engine);
  let ada: SignedIn;
  let teamId: string;
  let path: string;
  const names = new Map<string, string>();

  beforeAll(async () => {
    ada = await signIn(api, 'ada-words@example.com', { name: 'Ada Lovelace' });
    teamId = await makeProTeam(ada);
    path = `/teams/${teamId}`;
    for (const [name, [title, description = '']] of Object.entries(TASKS)) {
      const { id } = await makeTask(ada, teamId, { title, description });
      names.set(id, name);
    }
    await settleSearch(api.app);
  });

  const search = async (question: string, by = ada): Promise<SearchResult[]> => {
    const response = await by.get<{ results: SearchResult[] }>(
      `${path}/search?q=${encodeURIComponent(question)}`,
    );
    expect(response.status).toBe(200);
    return response.body.results;
  };

  it.each(QUESTIONS)('returns the expected tasks for %s: %s', async (question, expected) => {
    const results = await search(question);
    const found = results.map(({ id }) => names.get(id) ?? id);
    const wanted = expected.split(/[ >]+/).filter(Boolean);
    expect(found.toSorted()).toEqual(wanted.toSorted());
    if (expected.includes('>')) expect(found).toEqual(wanted);
    for (const { title, snippet, marks } of results) {
      const marked = [
        ...marks.title.map(([start, end]) => title.slice(start, end)),
        ...marks.snippet.map(([start, end]) => snippet.slice(start, end)),
      ];
      expect(marked.length, `nothing is marked in ${title}: ${snippet}`).toBeGreaterThan(0);
    }
  });

  it('highlights whole words including symbols and hyphens', async () => {
    const marksOf = async (question: string): Promise<string[]> =>
      (await search(question)).flatMap(({ title, marks }) =>
        marks.title.map(([start, end]) => title.slice(start, end)),
      );
    expect(await marksOf('c++')).toEqual(['C++']);
    expect((await marksOf('email')).toSorted()).toEqual(['e-mail', 'email']);
    expect(await marksOf('seldom')).toEqual(['Sel\u200bdom']);
    expect(await marksOf('rechnung')).toEqual(['Ausgangsrechnung']);
  });

  it('finds mentions via the object’s current name for users who can see the object', async () => {
    const ben = await signIn(api, 'ben-words@example.com', { name: 'Benjamin Bathurst' });
    await joinTeam(ada, teamId, ben);
    const task = await makeTask(ada, teamId, { title: 'Repaint the shutters' });
    const secret = await makeDocument(ada, teamId, { title: 'Merger talks', isPrivate: true });
    await makeDocument(ada, teamId, {
      title: 'Week',
      markdown: `Noon\n\nFirst [x](task:${task.key}), then [x](document:${secret.id}) with [@x](person:${ben.user.id}).`,
    });
    await settleSearch(api.app);
    const find = async (question: string, by = ada): Promise<string[]> =>
      (await search(question, by)).map(({ kind, title, snippet }) => `${kind} ${title}: ${snippet}`);
    const week = (text: string) => `document Week: ${text}`;
    expect(await find('repaint')).toEqual([
      'task Repaint the shutters: ',
      week(`First ${task.key} Repaint the shutters, then with .`),
    ]);
    expect(await find('bathurst')).toEqual([
      'person Benjamin Bathurst: ',
      week(`First ${task.key}, then with Benjamin Bathurst.`),
    ]);
    expect(await find('merger talks')).toEqual([
      'document Merger talks: ',
      week(`First ${task.key}, then Merger talks with .`),
    ]);
    expect(await find('merger', ben)).toEqual([]);
    // Words of the text and of mentions, together.
    expect(await find('repaint first')).toEqual([
      week(`First ${task.key} Repaint the shutters, then with .`),
    ]);
    expect(await find('Benjamin Bathurst noon')).toEqual([
      week(`First ${task.key}, then with Benjamin Bathurst.`),
    ]);
    expect(await find('week repaint bath')).toEqual([
      week(`First ${task.key} Repaint the shutters, then with Benjamin Bathurst.`),
    ]);
    expect(await find('merger noon')).toHaveLength(1);
    expect(await find('merger noon', ben)).toEqual([]);
    expect(await find('merger dragon')).toEqual([]);
    await ada.patch(`${path}/tasks/${task.id}`, { title: 'Varnish the shutters' });
    await settleSearch(api.app);
    expect(await find('repaint')).toEqual([]);
    expect(await find('varnish')).toHaveLength(2);
    const { body } = await ada.get<{ results: SearchResult[] }>(`${path}/search?q=varnish&kind=document`);
    expect(body.results.map(({ snippet }) => snippet)).toEqual([
      `First ${task.key} Varnish the shutters, then with .`,
    ]);
  });

  it('finds components of words in teams without compounds only if nothing else matches', async () => {
    const ben = await signIn(api, 'ben-compounds@example.com');
    const own = await makeProTeam(ben);
    const titles = ['Transport to the airport', 'Homework', 'Network', 'Work plan', 'Logo is in draft'];
    for (const title of [...titles, 'Sports day', 'Marktplatz', 'Herbstferien'])
      await makeTask(ben, own, { title });
    await settleSearch(api.app);
    const find = async (question: string): Promise<string[]> => {
      const { body } = await ben.get<{ results: SearchResult[] }>(`/teams/${own}/search?q=${question}`);
      return body.results.map(({ title }) => title);
    };
    expect(await find('sport')).toEqual(['Sports day']);
    expect(await find('work')).toEqual(['Work plan']);
    expect(await find('platz')).toEqual(['Marktplatz']);
    expect(await find('ferien')).toEqual(['Herbstferien']);
  });

  it('pages through matches in titles, in texts and together with mentions without repeating any', async () => {
    const task = await makeTask(ada, teamId, { title: 'Heron' });
    await makeDocument(ada, teamId, { title: 'Heron census' });
    await makeDocument(ada, teamId, { title: 'In the text', markdown: 'The census counts each heron.' });
    await makeDocument(ada, teamId, { title: 'Mentioned', markdown: `A census of [x](task:${task.key}).` });
    await settleSearch(api.app);
    const titles: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 6; page += 1) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await ada.get<{ results: SearchResult[]; nextCursor: string | null }>(
        `${path}/search?q=heron%20census&limit=1${query}`,
      );
      titles.push(...body.results.map(({ title }) => title));
      cursor = body.nextCursor;
    }
    expect(cursor).toBeNull();
    expect(titles).toEqual(['Heron census', 'In the text', 'Mentioned']);
  });
});
