import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '@hearth/contracts/core/locales';
import { sendMessage } from '#testing/assistant-client.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { shareApp } from '#testing/start-app.ts';
import { figureTextsOf } from '#features/assistant/tools/figure-texts.ts';
import { refusalTextsOf } from '#features/assistant/tools/refusal-texts.ts';
import { reportTextsOf } from '#features/assistant/tools/report-texts.ts';
import { PHRASES } from './phrases/phrases.ts';

const OVERDUE: Record<Locale, { text: string; due: string }> = {
  en: { text: 'overdue', due: 'due 1 Dec 2020' },
  hi: { text: 'देरी वाले कार्य', due: 'नियत 1 दिस॰ 2020' },
  es: { text: 'tareas vencidas', due: 'vence el 1 dic 2020' },
  fr: { text: 'tâches en retard', due: 'échéance 1 déc. 2020' },
  ar: { text: 'المهام المتأخرة', due: 'الاستحقاق 1 ديسمبر 2020' },
};

const TO_DO: Record<Locale, string> = {
  en: 'To do',
  hi: 'करना है',
  es: 'Por hacer',
  fr: 'À faire',
  ar: 'للتنفيذ',
};

const STANDUPS: Record<Locale, string> = {
  en: 'My standup',
  hi: 'मेरा स्टैंडअप',
  es: 'Mi standup',
  fr: 'Mon stand-up',
  ar: 'تحديثي اليومي',
};

describeOneEngine('languages of the built-in assistant', (engine) => {
  let ada: SignedIn;
  let teamId: string;
  let proTeamId: string;
  beforeAll(async () => {
    const api = await shareApp(engine);
    ada = await signIn(api, 'ada@example.com', { name: 'Ada Berg' });
    teamId = (await makeTeam(ada))._id;
    proTeamId = await makeProTeam(ada);
    await makeTask(ada, proTeamId, { title: 'New' });
    await makeTask(ada, teamId, { title: 'Late', dueDate: '2020-12-01', assigneeIds: [ada.user.id] });
  });
  const askPro = async (text: string) => (await sendMessage(ada, proTeamId, text)).body.message;
  const ask = async (text: string) => (await sendMessage(ada, teamId, text)).body.message;

  describe.each(LOCALES)('%s', (locale) => {
    beforeEach(async () => {
      await ada.patch('/account', { language: locale });
    });

    it('understands its own suggestions and offers them in this language', async () => {
      const { text, chips } = await ask(locale === 'hi' ? 'मदद' : 'help');
      expect(text).toContain(PHRASES[locale].helpIntro);
      expect(chips.map((chip) => chip.text)).toEqual(PHRASES[locale].help);
      for (const chip of chips) expect((await ask(chip.text)).text).not.toContain(PHRASES[locale].missed);
    });

    it('writes reports in the language of the question', async () => {
      await ada.patch('/account', { language: null });
      expect((await ask(STANDUPS[locale])).text).toContain(`**${reportTextsOf(locale).overdue}**`);
    });

    it('states figures and reasons of refusals in this language', async () => {
      const { sentences, number } = figureTextsOf(locale);
      const { text } = await askPro('metrics');
      expect(text).toContain(sentences.throughput(number(0), number(1)));
      expect(text).toContain(sentences.noFlow);
      const refusals = refusalTextsOf(locale);
      expect((await askPro('forecast')).text).toContain(refusals.noHistory(20, 12, 4));
      expect((await askPro('show ACME-77')).text).toContain(
        refusals.byCode.NOT_FOUND ?? 'This task doesn’t exist',
      );
      const free = (await ask('metrics')).text;
      expect(free).toContain(refusals.byCode.PLAN_REQUIRED ?? 'Pro');
    });

    it('answers in this language with dates in its format', async () => {
      const { text, due } = OVERDUE[locale];
      const overdue = (await ask(text)).text;
      expect(overdue).toContain(due);
      expect(overdue).toContain(TO_DO[locale]);
      expect((await ask('blorp the frobnicator sideways')).text).toContain(PHRASES[locale].missed);
    });
  });
});
