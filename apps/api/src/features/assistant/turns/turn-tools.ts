import { jsonSchema, tool, type ToolSet } from 'ai';
import { z } from 'zod';
import type { Tool, Toolbox, ToolResult } from '#features/assistant/tools/tool.ts';

export interface TurnTools {
  set: ToolSet;
  /** Names of those that may be called now. */
  listActive: () => string[];
  /** What the calls of this turn gave, by their ids. */
  results: ReadonlyMap<string, ToolResult>;
}

interface Bounds {
  mayUse: (one: Tool) => boolean;
  /** How many characters of what was found may reach the model in this turn. */
  characters: number;
}

/** The tools of a turn as the AI SDK takes them. Each checks its input itself; what it found goes to the model as data. */
export function offerTools(toolbox: Toolbox, { mayUse, characters }: Bounds): TurnTools {
  const results = new Map<string, ToolResult>();
  let left = characters;
  const offered = toolbox.list().filter(mayUse);
  const set: ToolSet = {};
  for (const { name, description, input } of offered) {
    set[name] = tool({
      description,
      inputSchema: jsonSchema(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as object),
      execute: async (given: unknown, { toolCallId }: { toolCallId: string }) => {
        const result = await toolbox.run(name, given);
        results.set(toolCallId, result);
        const text = result.text.slice(0, Math.max(0, left));
        left -= text.length;
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
