import { stepCountIs, streamText } from 'ai';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AssistantChip, AssistantMessage } from '@hearth/contracts/assistant/assistant';
import { ASSISTANT_LIMITS } from '@hearth/contracts/assistant/assistant-values';
import { converse } from '#features/assistant/models/built-in/converse.ts';
import { createBuiltInModel } from '#features/assistant/models/built-in-model.ts';
import type { Breaker } from '#features/assistant/models/breaker.ts';
import { withFallback } from '#features/assistant/models/fallback.ts';
import type { Toolbox } from '#features/assistant/tools/tool.ts';
import { openToolbox } from '#features/assistant/tools/toolbox.ts';
import type { App } from '#platform/feature.ts';
import { callerOfRoutes, type OnBehalf } from '#platform/http/call-route.ts';
import { dayAt } from '#platform/day-in-zone.ts';
import { AnswerText, isQuestion, toCitation } from './answer-text.ts';
import { writeInstructions } from './instructions.ts';
import { findUndoable, prepareTurn, storeAnswer, type Prepared } from './store-turn.ts';
import type { Run } from './run.ts';
import { offerTools, type TurnTools } from './turn-tools.ts';
import { answerTextsOf } from './answer-texts.ts';

export interface TurnParts {
  app: App;
  /** Null if only the built-in assistant is used. */
  model: LanguageModelV4 | null;
  breaker: Breaker;
}

export interface TurnOrder {
  who: OnBehalf;
  userId: string;
  text: string;
}

/** State of the model's answer so far. */
interface TurnState {
  isFallback: boolean;
  isPartial: boolean;
  chips: AssistantChip[];
  /**
   * Whether an answer without citations is marked as unsourced. For a model this depends on the question, for the built-in assistant on the
   * reply.
   */
  needsSource: boolean;
  inputTokens: number;
  outputTokens: number;
}

/** Answers a message and stores the answer. Model errors become part of the answer. Throws only if the turn can't be prepared or stored. */
export async function runTurn(parts: TurnParts, order: TurnOrder, run: Run): Promise<AssistantMessage> {
  const { app } = parts;
  const prepared = await prepareTurn(parts, order, run);
  const state: TurnState = {
    isFallback: false,
    isPartial: false,
    chips: [],
    needsSource: false,
    inputTokens: 0,
    outputTokens: 0,
  };
  const { timeZone, locale } = prepared.person;
  const toolbox = openToolbox(app, order.who, {
    timeZone,
    locale,
    threadId: run.threadId,
    messageId: run.messageId,
    signal: run.signal,
  });
  const answer = new AnswerText(
    () => toolbox.sources(),
    (address) => isOwnAddress(address, app.config.webOrigin),
  );
  const usesModel = prepared.usesModel && parts.model !== null;
  const tools = offerTools(toolbox, {
    mayUse: (tool) => !usesModel || !prepared.settings.keepsBodies || tool.givesBodies !== true,
    characters: usesModel ? prepared.characters : Number.MAX_SAFE_INTEGER,
  });
  const model = chooseModel(parts, order, prepared, { run, toolbox, tools, state });
  try {
    for await (const piece of streamAnswer({
      order,
      run,
      prepared,
      tools,
      model,
      state,
      now: app.clock.now(),
    }))
      run.write(answer.push(piece));
  } catch (error) {
    if (!run.signal.aborted) {
      state.isPartial = true;
      app.log.warn({ reason: nameFailure(error) }, 'assistant turn failed');
    }
  }
  run.write(answer.end());
  const isModels = usesModel && !state.isFallback;
  if (isModels) state.needsSource = isQuestion(order.text) && toolbox.proposals().length === 0;
  const isAnswered = isModels && state.outputTokens + run.text.length > 0;
  const text = appendRemark(run, state, { locale, hasFound: answer.citations.length > 0 });
  if (isAnswered && !state.isPartial) parts.breaker.noteSuccess();
  const now = app.clock.now();
  return await storeAnswer(app, order, {
    prepared,
    usedModel: isAnswered,
    proposals: toolbox.proposals(),
    answer: {
      id: run.messageId,
      text,
      parts: {
        citations: answer.citations.map((source) => toCitation(source, now)),
        chips: state.chips,
        proposalIds: toolbox.proposals().map(({ id }) => id),
      },
      provider: isModels ? (parts.model?.modelId ?? 'builtin') : 'builtin',
      isFallback: state.isFallback || prepared.isReplaced,
      isStopped: run.stopReason === 'reader',
      isPartial: state.isPartial || run.stopReason === 'shutdown' || run.stopReason === 'late',
      inputTokens: state.inputTokens,
      outputTokens: state.outputTokens,
    },
  });
}

function chooseModel(
  parts: TurnParts,
  order: TurnOrder,
  prepared: Prepared,
  { run, toolbox, tools, state }: { run: Run; toolbox: Toolbox; tools: TurnTools; state: TurnState },
): LanguageModelV4 {
  const { app, model, breaker } = parts;
  const { locale } = prepared.person;
  const builtIn = createBuiltInModel({
    results: tools.results,
    begin: () =>
      converse({
        text: order.text,
        person: prepared.person,
        userId: order.userId,
        now: app.clock.now(),
        call: callerOfRoutes(app, order.who),
        earlier: prepared.earlier,
        findUndoable: () => findUndoable(app, order, run),
        // The model failed after making a proposal: do not make the same proposal twice.
        instead: toolbox.proposals().length > 0 ? answerTextsOf(locale).prepared : null,
      }),
    onReply: ({ chips, needsSource }) => {
      state.chips = [...(chips ?? [])];
      state.needsSource = needsSource === true;
    },
  });
  if (!prepared.usesModel || model === null) return builtIn;
  return withFallback({
    model,
    builtIn,
    timeoutMs: app.config.ai.model?.timeoutMs ?? 0,
    onFallback: (error) => {
      state.isFallback = true;
      breaker.noteFailure();
      app.log.warn(
        { reason: nameFailure(error) },
        'model request failed; falling back to the built-in assistant',
      );
    },
  });
}

async function* streamAnswer(turn: {
  order: TurnOrder;
  run: Run;
  prepared: Prepared;
  tools: TurnTools;
  model: LanguageModelV4;
  state: TurnState;
  now: Date;
}): AsyncGenerator<string> {
  const { order, run, prepared, tools, model, state, now } = turn;
  const { person, history } = prepared;
  const result = streamText({
    model,
    instructions: writeInstructions({
      today: dayAt(now, person.timeZone),
      timeZone: person.timeZone,
      language: person.locale,
      person: person.name,
      team: person.team,
    }),
    messages: [...history, { role: 'user', content: order.text }],
    tools: tools.set,
    prepareStep: () => ({ activeTools: tools.listActive() }),
    stopWhen: stepCountIs(ASSISTANT_LIMITS.steps),
    toolCallConcurrency: 1,
    // No retries: the fallback answers immediately when the model fails.
    maxRetries: 0,
    maxOutputTokens: ASSISTANT_LIMITS.outputTokens,
    abortSignal: run.signal,
    onError: () => undefined,
  });
  let hasText = false;
  for await (const part of result.fullStream) {
    if (part.type === 'text-start' && hasText) yield '\n\n';
    if (part.type === 'text-delta') {
      hasText = true;
      yield part.text;
    }
    if (part.type === 'finish-step') {
      state.inputTokens += part.usage.inputTokens ?? 0;
      state.outputTokens += part.usage.outputTokens ?? 0;
    }
    if (part.type === 'error') throw part.error;
    if (run.signal.aborted) return;
  }
}

/** Appends the server's remarks to an answer. @returns the complete text */
function appendRemark(
  run: Run,
  state: TurnState,
  { locale, hasFound }: { locale: string; hasFound: boolean },
): string {
  const texts = answerTextsOf(locale);
  const isEmpty = run.text.trim() === '';
  if (run.stopReason === 'late' && isEmpty) return texts.tooLong;
  if (run.stopReason !== null) return run.text;
  if (isEmpty) {
    state.isPartial = true;
    run.write(texts.failed);
  } else if (!state.isPartial && state.needsSource && !hasFound) run.write(`\n\n${texts.noSource}`);
  return run.text;
}

/**
 * Returns a name for an error that is safe to log. The SDK's error messages contain user text and search results, which must not be logged.
 */
function nameFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const status = 'statusCode' in error ? ` ${String(error.statusCode)}` : '';
  return `${error.name}${status}`;
}

function isOwnAddress(address: string, webOrigin: string): boolean {
  if (/^\/(?![/\\])/.test(address)) return true;
  return address === webOrigin || address.startsWith(`${webOrigin}/`);
}
