import type { ChangeCommand, CreateCommand, TaskTarget } from '@hearth/contracts/assistant/command-values';
import type { Script } from '#features/assistant/models/built-in-model.ts';
import type { Scene } from './converse.ts';
import { refusalOf } from './show.ts';

/** Calls one write tool, which creates a proposal. */
async function* propose({ phrases }: Scene, tool: string, input: unknown): Script {
  const [result] = yield [{ tool, input }];
  const refusal = refusalOf(result, phrases);
  if (refusal !== null) return { text: refusal };
  const changes = result?.proposal?.changes.length ?? 0;
  return { text: changes === 0 ? phrases.noTasks : phrases.prepared(changes) };
}

export async function* create(scene: Scene, command: CreateCommand): Script {
  switch (command.act) {
    case 'tasks':
      return yield* propose(scene, 'createTasks', { tasks: command.tasks });
    case 'project':
      return yield* propose(scene, 'createProject', { name: command.name });
    case 'document': {
      const { title, projectId, template } = command;
      const input = {
        title,
        ...(projectId === undefined ? {} : { projectId }),
        ...(template === undefined ? {} : { template }),
      };
      return yield* propose(scene, 'draftDocument', input);
    }
    case 'label':
      return yield* propose(scene, 'createLabel', { name: command.name });
    case 'plan': {
      const { name, goal, tasks } = command;
      return yield* propose(scene, 'planProject', { name, goal, tasks });
    }
  }
}

export async function* change(scene: Scene, command: ChangeCommand): Script {
  if (command.on === 'project') {
    const { projectId, change: act } = command;
    return yield* propose(scene, 'changeProject', { projectId, change: act });
  }
  if (command.on === 'document') {
    const { document, change: act } = command;
    if (document.id === null) return { text: scene.phrases.unknown(document.title) };
    return yield* propose(scene, 'changeDocument', { documentId: document.id, change: act });
  }
  const { target, change: act } = command;
  switch (act.act) {
    case 'comment':
      return yield* propose(scene, 'addComment', { target: targetOf(target), text: act.text });
    case 'blockedBy':
      return yield* propose(scene, 'linkTasks', {
        target: targetOf(target),
        blockedBy: act.keys,
        isBlocked: act.isBlocked,
      });
    case 'delete':
      return yield* propose(scene, 'deleteTasks', { target: targetOf(target) });
    default:
      return yield* propose(scene, 'updateTasks', { target: targetOf(target), change: act });
  }
}

function targetOf(target: TaskTarget): unknown {
  return target.kind === 'filter' ? { kind: 'filter', filter: target.filter } : target;
}
