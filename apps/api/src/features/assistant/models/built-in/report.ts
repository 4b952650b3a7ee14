import type { ReportCommand } from '@hearth/contracts/assistant/command-values';
import type { Script, ToolRequest } from '#features/assistant/models/built-in-model.ts';
import type { ToolResult } from '#features/assistant/tools/tool.ts';
import type { Scene } from './converse.ts';
import { dataOf, refusalOf, showTasks, type ShownTask } from './show.ts';

interface Written {
  text: string;
  isRefused: boolean;
}
type ReportScript = AsyncGenerator<readonly ToolRequest[], Written, readonly ToolResult[]>;

/** Omits fields that are null or undefined. */
function without(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  );
}

export async function* report(scene: Scene, command: ReportCommand): Script {
  const { phrases, context, language } = scene;
  if (command.deliver?.as === 'mail') return { text: phrases.mailed };
  switch (command.act) {
    case 'standup':
    case 'weekly': {
      const { act: kind, personId, projectId } = command;
      const input = without({ kind, personId, projectId, language });
      return yield* deliver(scene, command, kind, yield* write(scene, 'report', input));
    }
    case 'summary': {
      const { of } = command;
      const input =
        of.kind === 'project'
          ? { projectId: of.id }
          : of.kind === 'document'
            ? { documentId: of.id }
            : of.kind === 'task'
              ? { key: of.key }
              : { taskIds: context.lastTasks };
      if (of.kind === 'document' && of.id === null) return { text: phrases.unknown(of.title) };
      const answer = yield* write(scene, 'report', { kind: 'summary', ...input, language });
      return yield* deliver(scene, command, 'summary', answer);
    }
    case 'triage': {
      const [found] = yield [{ tool: 'triageQueue', input: without({ projectId: command.projectId }) }];
      const { tasks = [] } = dataOf<{ tasks: ShownTask[] }>(found);
      const refusal = refusalOf(found, phrases);
      if (refusal !== null) return { text: refusal };
      return {
        text:
          tasks.length === 0
            ? phrases.none
            : showTasks(tasks, scene, { asTable: false, total: tasks.length }),
      };
    }
    case 'duplicates': {
      const { key, projectId } = command;
      return yield* write(scene, 'findDuplicates', without({ key, projectId, language }));
    }
    case 'forecast':
      return yield* write(scene, 'forecast', without({ projectId: command.projectId }));
    case 'metrics': {
      const { metric, projectId, days } = command;
      return yield* write(scene, 'metrics', without({ metric, projectId, days }));
    }
  }
}

/** Proposes to store the report as a document, if the command asked for it. */
async function* deliver(
  { phrases, context, formatWhen }: Scene,
  command: ReportCommand,
  kind: 'standup' | 'weekly' | 'summary',
  answer: Written,
): Script {
  if (command.deliver === undefined || answer.isRefused) return { text: answer.text };
  const title = `${phrases.reports[kind]}, ${formatWhen(context.today)}`;
  const projectId = 'projectId' in command ? command.projectId : null;
  const input = without({ title, projectId, markdown: withoutHandles(answer.text) });
  const [found] = yield [{ tool: 'draftDocument', input }];
  return { text: refusalOf(found, phrases) ?? phrases.prepared(1) };
}

/** Removes source handles, which are only meaningful in an answer. */
function withoutHandles(text: string): string {
  return text.replaceAll(/ ?\[[A-Z][A-Z0-9]*-\d+(?:#\d+)?\]/g, '');
}

/** Calls a report tool and returns its text, which contains the handles of its sources. */
async function* write({ phrases }: Scene, tool: string, input: unknown): ReportScript {
  const [found] = yield [{ tool, input }];
  const refusal = refusalOf(found, phrases);
  const text = refusal ?? dataOf<{ markdown: string }>(found).markdown ?? phrases.none;
  return { text, isRefused: refusal !== null };
}
