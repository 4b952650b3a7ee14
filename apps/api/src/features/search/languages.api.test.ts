import { beforeAll, expect, it } from 'vitest';
import type { SearchResult } from '@hearth/contracts/search/search';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeTask } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';
import { settleSearch } from './index.ts';

/** Title and description of each task, by name. */
const TASKS: Record<string, [title: string, description: string]> = {
  budget: [
    'Quarterly budget review',
    'The numbers of the third quarter are with finance. We are meeting them on Friday.',
  ],
  hiring: [
    'Hiring plan',
    'Two engineers and one designer; interviews were running late because the panel is small.',
  ],
  launch: [
    'Launch of the mobile app',
    'The stores want screenshots, and the budgets of the campaign have to be known by then.',
  ],
  reunion: [
    'Reunión con el cliente',
    'Preparar las presentaciones para la próxima semana y revisar los presupuestos con el equipo.',
  ],
  contrato: [
    'Contratación de personal',
    'Los candidatos son muy buenos, pero la decisión está en manos de la dirección.',
  ],
  facture: [
    'Factures impayées',
    'Nous devons relancer les clients qui ne sont pas à jour, et préparer une réunion avec la comptabilité.',
  ],
  equipe: [
    'Planning de l’équipe',
    'Les congés d’été sont dans le calendrier, mais il reste des œuvres à terminer.',
  ],
  rechnung: [
    'Überarbeitung der Rechnungen',
    'Die Besprechungen mit der Buchhaltung sind auf den Montag verschoben, weil die Größe nicht stimmt.',
  ],
  baithak: ['बैठक की तैयारी', 'अगले सप्ताह की बैठकों के लिए रिपोर्टें तैयार करनी हैं।'],
  bajat: ['वार्षिक बजट', 'सभी परियोजनाओं का खर्च यहाँ लिखा है।'],
  ijtima: ['التحضير للاجتماع', 'يجب أن نكتب التقارير قبل الاجتماعات القادمة مع العملاء.'],
  mizaniya: ['الميزانيّة السنوية', 'راجع المصروفات مع فريق المالية.'],
  soveshchanie: ['Подготовка совещания', 'Отчёты нужны к понедельнику, совещания идут каждую неделю.'],
  huiyi: ['季度预算会议记录', '我们讨论了明年的招聘计划和市场推广。'],
  kaigi: ['四半期の予算会議', '来年の採用計画とマーケティングについて話し合いました。'],
  hoeui: ['분기 예산 회의', '내년 채용 계획을 논의했습니다.'],
};

/** Queries and the names of the tasks found. `>` separates results whose order is checked. */
const QUESTIONS: [question: string, found: string][] = [
  // English: exact words, inflections, prefixes, several words in any order, and ignored stop words.
  ['budget', 'budget > launch'],
  ['budgets', 'budget launch'],
  ['BUDGET', 'budget launch'],
  ['quart', 'budget'],
  ['review budget', 'budget'],
  ['the review of budgets', 'budget'],
  ['meet', 'budget'],
  ['meetings', 'budget'],
  ['interview', 'hiring'],
  ['interviewing', 'hiring'],
  ['engineer design', 'hiring'],
  ['screenshot', 'launch'],
  ['launching apps', 'launch'],
  ['hire', 'hiring'],
  ['budget dragon', ''],
  // Typos in titles: deletion, insertion, replacement and transposition.
  ['bugdet', 'budget'],
  ['budgt', 'budget'],
  ['lunch', 'launch'],
  ['quarterlly', 'budget'],
  ['hirimg', 'hiring'],
  // Spanish, French and German: inflections, and words without accents or umlauts.
  ['reunión', 'reunion facture'],
  ['reunion', 'reunion facture'],
  ['reuniones', 'reunion facture'],
  ['presupuesto', 'reunion'],
  ['presentación', 'reunion'],
  ['candidato', 'contrato'],
  ['contratacion', 'contrato'],
  ['reunión con cliente', 'reunion > facture'],
  ['facture', 'facture'],
  ['factures', 'facture'],
  ['impayee', 'facture'],
  ['réunions', 'reunion facture'],
  ['comptabilite', 'facture'],
  ['equipe', 'equipe > reunion'],
  ['équipes', 'equipe > reunion'],
  ['oeuvre', 'equipe'],
  ['congé', 'equipe'],
  ['Rechnung', 'rechnung'],
  ['uberarbeitung', 'rechnung'],
  ['besprechung', 'rechnung'],
  ['grosse', 'rechnung'],
  ['Buchhalt', 'rechnung'],
  // Hindi.
  ['बैठक', 'baithak'],
  ['बैठकों', 'baithak'],
  ['बैठ', 'baithak'],
  ['रिपोर्ट', 'baithak'],
  ['परियोजना', 'bajat'],
  ['बजट', 'bajat'],
  ['वार्षिक बजट', 'bajat'],
  // Arabic: with and without the article, in the plural, and without vowel signs.
  ['اجتماع', 'ijtima'],
  ['الاجتماع', 'ijtima'],
  ['اجتماعات', 'ijtima'],
  ['تقرير', ''],
  ['التقارير', 'ijtima'],
  ['الميزانية', 'mizaniya'],
  ['ميزانية', 'mizaniya'],
  ['المصروفات', 'mizaniya'],
  // Russian.
  ['совещание', 'soveshchanie'],
  ['совещаниям', 'soveshchanie'],
  ['отчет', 'soveshchanie'],
  ['подготовк', 'soveshchanie'],
  // Chinese, Japanese and Korean: any substring.
  ['预算', 'huiyi'],
  ['会议', 'huiyi'],
  ['预算会议', 'huiyi'],
  ['会', 'huiyi kaigi'],
  ['招聘计划', 'huiyi'],
  ['会議', 'kaigi'],
  ['予算', 'kaigi'],
  ['マーケティング', 'kaigi'],
  ['ﾏｰｹﾃｨﾝｸﾞ', 'kaigi'],
  ['採用', 'kaigi'],
  ['회의', 'hoeui'],
  ['예산 회의', 'hoeui'],
  ['채용', 'hoeui'],
  // Special characters of `tsquery`, and queries without a word.
  ["budget's", 'budget launch'],
  ['budget & !review', 'budget'],
  ["');--", ''],
  ['…', ''],
  ['\\', ''],
];

describeOneEngine('search in several languages', (engine) => {
  const api = useSharedApp(engine);
  const [ada] = usePeople(api, 'ada');
  let path: string;
  const names = new Map<string, string>();

  beforeAll(async () => {
    const teamId = await makeProTeam(ada);
    path = `/teams/${teamId}`;
    for (const [name, [title, description]] of Object.entries(TASKS)) {
      const { id } = await makeTask(ada, teamId, { title, description });
      names.set(id, name);
    }
    await settleSearch(api.app);
  });

  it.each(QUESTIONS)('returns the expected tasks for %s: %s', async (question, expected) => {
    const response = await ada.get<{ results: SearchResult[] }>(
      `${path}/search?kind=task&q=${encodeURIComponent(question)}`,
    );
    expect(response.status).toBe(200);
    const { results } = response.body;
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
      expect(marked.every((text) => text.trim() === text && text !== '')).toBe(true);
    }
  });
});
