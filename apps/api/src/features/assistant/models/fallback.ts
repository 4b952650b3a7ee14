import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';

interface Fallback {
  model: LanguageModelV4;
  /** Used when `model` fails, for the rest of the turn. */
  builtIn: LanguageModelV4;
  /** Maximum time in ms without output from the model. */
  timeoutMs: number;
  /** Called at most once per turn. */
  onFallback: (error: unknown) => void;
}

/** The model produced no output within `timeoutMs`. */
class SilenceError extends Error {
  override name = 'SilenceError';
}

const REAL = new Set<LanguageModelV4StreamPart['type']>([
  'text-delta',
  'reasoning-delta',
  'tool-input-start',
  'tool-call',
]);

/**
 * Wraps the model of one turn. Streams `model` unless it fails before its first content part; in that case the built-in model answers this
 * step and all further ones. A later failure ends in an error part, because text that was already shown cannot be retracted.
 */
export function withFallback({ model, builtIn, timeoutMs, onFallback }: Fallback): LanguageModelV4 {
  let hasFailed = false;

  const stream = async (options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> => {
    if (hasFailed) return await builtIn.doStream(options);
    const silence = new AbortController();
    const signals = [silence.signal, ...(options.abortSignal === undefined ? [] : [options.abortSignal])];
    const abortSignal = AbortSignal.any(signals);
    const wait = <T>(work: PromiseLike<T>) => withinTime(work, timeoutMs, silence, options.abortSignal);
    try {
      const result = await wait(model.doStream({ ...options, abortSignal }));
      const reader = result.stream.getReader();
      const first: LanguageModelV4StreamPart[] = [];
      for (;;) {
        const { done, value } = await wait(reader.read());
        if (done) {
          if (first.some(({ type }) => type === 'finish')) break;
          throw new Error('The model returned an empty response.');
        }
        if (value.type === 'error') throw value.error;
        first.push(value);
        if (REAL.has(value.type)) break;
      }
      return { ...result, stream: goOn(first, reader, wait) };
    } catch (error) {
      silence.abort();
      if (options.abortSignal?.aborted === true) throw error;
      hasFailed = true;
      onFallback(error);
      return await builtIn.doStream(options);
    }
  };

  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: {},
    doStream: stream,
    // Never called by the product: streaming is the only code path.
    doGenerate: (options) => model.doGenerate(options),
  };
}

function goOn(
  first: readonly LanguageModelV4StreamPart[],
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  wait: <T>(work: PromiseLike<T>) => Promise<T>,
): ReadableStream<LanguageModelV4StreamPart> {
  const queue = [...first];
  let hasEnded = false;
  return new ReadableStream({
    async pull(controller) {
      const next = queue.shift();
      if (next !== undefined) return controller.enqueue(next);
      try {
        const { done, value } = await wait(reader.read());
        if (!done) {
          if (value.type === 'finish') hasEnded = true;
          return controller.enqueue(value);
        }
        if (!hasEnded && !first.some(({ type }) => type === 'finish'))
          controller.enqueue({ type: 'error', error: new Error('The model’s response was interrupted.') });
        controller.close();
      } catch (error) {
        controller.enqueue({ type: 'error', error });
        controller.close();
      }
    },
    async cancel() {
      await reader.cancel().catch(() => undefined);
    },
  });
}

/**
 * Waits for the work until the timeout, which also aborts `silence`.
 * @throws SilenceError on a timeout, the abort reason when the turn was stopped, or the error of the work
 */
async function withinTime<T>(
  work: PromiseLike<T>,
  timeoutMs: number,
  silence: AbortController,
  stop: AbortSignal | undefined,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = setTimeout(() => {
    reject(new SilenceError(`The model timed out after ${timeoutMs} ms.`));
    silence.abort();
  }, timeoutMs);
  const onStop = (): void => reject(stop?.reason);
  stop?.addEventListener('abort', onStop, { once: true });
  if (stop?.aborted === true) onStop();
  const waited = Promise.resolve(work);
  // Ignore the rejection of the promise that loses the race.
  waited.catch(() => undefined);
  try {
    return await Promise.race([waited, promise]);
  } finally {
    clearTimeout(late);
    stop?.removeEventListener('abort', onStop);
  }
}
