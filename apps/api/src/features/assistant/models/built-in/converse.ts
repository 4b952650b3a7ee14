import type { AssistantChip } from '@hearth/contracts/assistant/assistant';
import type { Locale } from '@hearth/contracts/core/locales';
import { formatWhen } from '#features/assistant/tools/format-when.ts';
import type {
  Command,
  CommandContext,
  ControlCommand,
  Understood,
} from '@hearth/contracts/assistant/command-values';
import { understand } from '@hearth/contracts/assistant/grammar/understand';
import type { BuiltInReply, Script } from '#features/assistant/models/built-in-model.ts';
import { runQuery } from './ask.ts';
import { change, create } from './change.ts';
import { find, searchFor } from './find.ts';
import type { Phrases } from './phrases/english.ts';
import { PHRASES } from './phrases/phrases.ts';
import { readContext, type Conversation } from './read-context.ts';
import { report } from './report.ts';

/** Dependencies of a command. */
export interface Scene {
  on: Conversation;
  context: CommandContext;
  /** Language of the answer. */
  language: Locale;
  phrases: Phrases;
  /** Formats a day or a timestamp for the reader. */
  formatWhen: (when: string) => string;
}

/** Maximum number of commands suggested in one reply. */
const MAX_OFFERED = 3;

/** Parses the text with the grammar, calls the matching tools and formats their results. */
export async function* converse(on: Conversation): Script {
  if (on.instead !== null) return { text: on.instead };
  const context = await readContext(on);
  const understood = understand(on.text, context);
  const { language } = understood;
  const phrases = PHRASES[language];
  const reader = { locale: language, timeZone: context.timeZone };
  const scene: Scene = { on, context, language, phrases, formatWhen: (when) => formatWhen(when, reader) };
  switch (understood.kind) {
    case 'commands':
      return yield* runCommands(scene, understood.commands);
    case 'ambiguous':
      return { text: phrases.which(understood.word), chips: nameDays(scene, understood) };
    case 'unknown': {
      const isNear = understood.options.length > 0;
      const text = isNear
        ? `${phrases.unknown(understood.word)} ${phrases.near}`
        : phrases.unknown(understood.word);
      return { text, chips: understood.options };
    }
    case 'incomplete': {
      const { missing, example } = understood;
      return {
        text: phrases.missing[missing],
        chips: [{ label: example, text: example }],
      };
    }
    case 'missed':
      return understood.isBeyond
        ? { text: `${phrases.beyond} ${phrases.try}`, chips: offer(phrases.help) }
        : yield* miss(scene, understood.nearest);
  }
}

/** Formats the labels of days. The texts that a choice sends keep the unambiguous form. */
function nameDays(
  { formatWhen: format }: Scene,
  { what, options }: Understood & { kind: 'ambiguous' },
): AssistantChip[] {
  return options.map(({ label, text }) => ({ label: what === 'day' ? format(label) : label, text }));
}

async function* runCommands(scene: Scene, commands: readonly Command[]): Script {
  const replies: BuiltInReply[] = [];
  for (const command of commands) replies.push(yield* act(scene, command));
  const chips = replies.flatMap((reply) => [...(reply.chips ?? [])]);
  return {
    text: replies
      .map(({ text }) => text)
      .filter((text, at, all) => text !== '' && all.indexOf(text) === at)
      .join('\n\n'),
    ...(chips.length === 0 ? {} : { chips }),
    needsSource: replies.every(({ needsSource }) => needsSource === true),
  };
}

async function* act(scene: Scene, command: Command): Script {
  switch (command.family) {
    case 'create':
      return yield* create(scene, command);
    case 'change':
      return yield* change(scene, command);
    case 'ask':
      return yield* runQuery(scene, command);
    case 'find':
      return yield* find(scene, command);
    case 'report':
      return yield* report(scene, command);
    case 'control':
      return yield* control(scene, command);
  }
}

async function* control(scene: Scene, command: ControlCommand): Script {
  const { phrases, on, context } = scene;
  const last = context.lastCommand;
  switch (command.act) {
    case 'greet':
      return { text: phrases.hello(on.person.name), chips: offer(phrases.help.slice(0, MAX_OFFERED)) };
    case 'help':
      return { text: phrases.helpIntro, chips: offer(phrases.help) };
    case 'undo':
      return await undo(scene);
    case 'confirm':
      return { text: phrases.pressConfirm };
    case 'cancel':
      return { text: phrases.cancelled };
    case 'again':
    case 'more':
    case 'redo':
      return last === null || last.family === 'control'
        ? { text: phrases.nothingAgain }
        : yield* act(scene, last);
    case 'asTable':
    case 'asList':
      return last?.family === 'ask' && last.act === 'tasks'
        ? yield* runQuery(scene, { ...last, asTable: command.act === 'asTable' })
        : { text: phrases.nothingAgain };
    case 'onlyIn': {
      if (last?.family !== 'ask' || (last.act !== 'tasks' && last.act !== 'count'))
        return { text: phrases.nothingAgain };
      const { projectId } = command;
      const items = [
        ...last.filter.items.filter((item) => !('field' in item) || item.field !== 'project'),
        ...(projectId === null ? [] : [{ field: 'project', op: 'is', values: [projectId] } as const]),
      ];
      return yield* runQuery(scene, { ...last, filter: { match: 'all', items } });
    }
  }
}

/** Undoes the last confirmed proposal of this thread. No confirmation is needed because the user explicitly requests the undo. */
async function undo({ on, phrases }: Scene): Promise<BuiltInReply> {
  const id = await on.findUndoable();
  if (id === null) return { text: phrases.nothingToUndo };
  await on.call('assistant.undo', { params: { proposalId: id } });
  return { text: phrases.undone };
}

/** Handles text that matches no command: returns search results and suggests the most similar commands. */
async function* miss(scene: Scene, nearest: readonly string[]): Script {
  const { phrases, on } = scene;
  const found = yield* searchFor(scene, on.text, {});
  // The similar commands are English or Hindi.
  const isKnown = nearest.length > 0 && (scene.language === 'en' || scene.language === 'hi');
  const texts = (isKnown ? nearest : phrases.help).slice(0, MAX_OFFERED);
  return {
    text:
      found === null ? `${phrases.missed} ${phrases.try}` : `${phrases.missed}\n\n${found}\n\n${phrases.try}`,
    chips: offer(texts),
  };
}

function offer(texts: readonly string[]): { label: string; text: string }[] {
  return texts.map((text) => ({ label: text, text }));
}
