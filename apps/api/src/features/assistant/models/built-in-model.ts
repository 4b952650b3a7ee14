import type {
  LanguageModelV4,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { AssistantChip } from '@hearth/contracts/assistant/assistant';
import type { ToolResult } from '#features/assistant/tools/tool.ts';

export interface ToolRequest {
  tool: string;
  input: unknown;
}

export interface BuiltInReply {
  text: string;
  chips?: readonly AssistantChip[];
  /** Whether the answer is factual and therefore marked as unsourced if it has no citations. */
  needsSource?: boolean;
}

/** A script of the built-in assistant, which requests tool calls as needed and then returns the text of the answer. */
export type Script = AsyncGenerator<readonly ToolRequest[], BuiltInReply, readonly ToolResult[]>;

const NO_TOKENS: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

const NOT_OFFERED: ToolResult = {
  text: '',
  data: null,
  error: { code: 'NOT_FOUND', detail: 'This can’t be done here.' },
  sources: [],
  proposal: null,
};

interface BuiltIn {
  begin: () => Script;
  /** Tool results of this turn, by call id. */
  results: ReadonlyMap<string, ToolResult>;
  onReply: (reply: BuiltInReply) => void;
}

/** Wraps the built-in assistant as a language model for one turn: each call runs the next step of the script. */
export function createBuiltInModel({ begin, results, onReply }: BuiltIn): LanguageModelV4 {
  let script: Script | null = null;
  let callIds: string[] = [];
  let calls = 0;

  async function stream(): Promise<LanguageModelV4StreamResult> {
    script ??= begin();
    const { done, value } = await script.next(callIds.map((id) => results.get(id) ?? NOT_OFFERED));
    const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
    if (done === true) {
      onReply(value);
      parts.push({ type: 'text-start', id: 'text' });
      for (const delta of value.text.split(/(?<=\n)/)) parts.push({ type: 'text-delta', id: 'text', delta });
      parts.push({ type: 'text-end', id: 'text' });
    } else {
      callIds = value.map(() => `built-in-${(calls += 1)}`);
      for (const [at, { tool, input }] of value.entries())
        parts.push({
          type: 'tool-call',
          toolCallId: callIds[at] ?? '',
          toolName: tool,
          input: JSON.stringify(input),
        });
    }
    const unified = done === true ? 'stop' : 'tool-calls';
    parts.push({ type: 'finish', usage: NO_TOKENS, finishReason: { unified, raw: undefined } });
    return {
      stream: new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      }),
    };
  }

  return {
    specificationVersion: 'v4',
    provider: 'builtin',
    modelId: 'builtin',
    supportedUrls: {},
    doStream: stream,
    doGenerate: () => Promise.reject(new TypeError('The built-in model only supports streaming')),
  };
}
