import { jsonSchema, tool, type ToolSet } from 'ai';
import { z } from 'zod';
import type { Tool, Toolbox, ToolResult } from '#features/assistant/tools/tool.ts';

export interface TurnTools {
  set: ToolSet;
  /** Returns the names of the tools that can currently be called. */
  listActive: () => string[];
  /** Tool results of this turn, by call id. */
  results: ReadonlyMap<string, ToolResult>;
}

interface Bounds {
  mayUse: (one: Tool) => boolean;
  /** Maximum tool output for the model in this turn, in characters. */
  characters: number;
}

/** Wraps the tools of a turn for the AI SDK. Each tool validates its own input, and its output is passed to the model as data. */
export function offerTools(toolbox: Toolbox, { mayUse, characters }: Bounds): TurnTools {
  const results = new Map<string, ToolResult>();
  let remaining = characters;
  const offered = toolbox.list().filter(mayUse);
  const set: ToolSet = {};
  for (const { name, description, input } of offered) {
    set[name] = tool({
      description,
      inputSchema: jsonSchema(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as object),
      execute: async (given: unknown, { toolCallId }: { toolCallId: string }) => {
        const result = await toolbox.run(name, given);
        results.set(toolCallId, result);
        const text = result.text.slice(0, Math.max(0, remaining));
        remaining -= text.length;
        return text.length < result.text.length ? `${text}\n(Cut: there is no room for more.)` : text;
      },
    });
  }
  return {
    set,
    results,
    listActive: () => {
      const now = new Set(toolbox.list().map(({ name }) => name));
      return offered.map(({ name }) => name).filter((name) => now.has(name));
    },
  };
}
