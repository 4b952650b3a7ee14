import { readRichText } from '@hearth/contracts/rich-text/rich-text-check-values';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { isPlain, readPlainText, writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import type { SyncRows } from '@hearth/contracts/sync';
import {
  defineRecipe,
  type Command,
  type Effect,
  type Refusal,
  type TeamStore,
} from '#platform/sync/index.ts';

type Task = SyncRows['task'];

export function docOf(task: Pick<Task, 'description' | 'descriptionDoc'>): RichText {
  return task.descriptionDoc ?? readPlainText(task.description);
}

/**
 * Writes the description. The inverse command restores the former description.
 * @param base the version that the edit is based on (optimistic concurrency), or undefined to overwrite any version
 */
export function writeDescription(
  store: TeamStore,
  id: string,
  doc: RichText,
  base: string | null | undefined,
): Command {
  const row = store.row('task', id);
  const description = writeRichText(doc);
  const isText = isPlain(doc);
  const descriptionVersion = store.newId();
  const command: Command = {
    route: 'PATCH /teams/{teamId}/tasks/{taskId}',
    params: { teamId: store.teamId, taskId: id },
    body: {
      ...(isText ? { description } : { descriptionDoc: doc }),
      descriptionVersion,
      ...(base === undefined ? {} : { descriptionBase: base }),
    },
    effects: [
      {
        entity: 'task',
        id,
        op: 'patch',
        fields: { description, descriptionDoc: isText ? null : doc, descriptionVersion },
      },
    ],
    text: description,
  };
  if (row === undefined) return command;
  const before = docOf(row);
  command.inverse = {
    kind: 'fields',
    entity: 'task',
    id,
    // The text and the formatting share one version and are therefore rolled back together.
    before: { descriptionVersion: row.descriptionVersion },
    after: { descriptionVersion },
    by: writeAgain({ id, doc: before, base: descriptionVersion }),
  };
  return command;
}

const writeAgain = defineRecipe(
  'write description',
  (store, { id, doc, base }: { id: string; doc: RichText; base: string }) =>
    writeDescription(store, id, doc, base),
);

/** Adds the formatted description to a command that creates a task. */
export function describeNew(command: Command, descriptionDoc: RichText): Command {
  const { description: _words, ...body } = command.body ?? {};
  const effects = command.effects.map((effect): Effect =>
    effect.op === 'put' ? { ...effect, fields: { ...effect.fields, descriptionDoc } } : effect,
  );
  return { ...command, body: { ...body, descriptionDoc }, effects };
}

/** Returns the description from a rejected update. */
export function docOfRefused({ mutation }: Refusal): RichText {
  const fields = mutation.effects[0]?.fields as Partial<Task> | undefined;
  return docOf({ description: fields?.description ?? '', descriptionDoc: fields?.descriptionDoc ?? null });
}

/**
 * Normalizes an editor document for storage. Replaces control characters, and removes marks that are not on text and trailing empty lines.
 */
export function tidy(doc: RichText): RichText {
  const content = doc.content.map(tidyNode);
  while (content.length > 1 && isEmptyLine(content.at(-1))) content.pop();
  return { type: 'doc', content };
}

function tidyNode(node: RichNode): RichNode {
  if (node.type === 'codeBlock') return node;
  // oxlint-disable-next-line no-control-regex -- copied text may contain control characters
  const text = node.text?.replaceAll(/[\u0000-\u0008\u000a-\u001f]/g, ' ');
  // The editor also applies marks to line breaks and chips in a selection.
  const { marks: _, ...bare } = node;
  return {
    ...(text === undefined ? bare : node),
    ...(text === undefined ? {} : { text }),
    ...(node.content === undefined ? {} : { content: node.content.map(tidyNode) }),
  };
}

function isEmptyLine(node: RichNode | undefined): boolean {
  return node?.type === 'paragraph' && (node.content ?? []).length === 0;
}

/** Whether the document is valid for storage. */
export function isKeepable(doc: RichText): boolean {
  return 'doc' in readRichText(doc);
}

/**
 * Checks or unchecks an item of the document.
 * @param path child indexes, starting at the outermost node
 */
export function tickStep(doc: RichText, path: readonly number[], checked: boolean): RichText {
  const change = (nodes: readonly RichNode[], [at, ...rest]: readonly number[]): RichNode[] =>
    nodes.map((node, index) => {
      if (index !== at) return node;
      if (rest.length === 0) return { ...node, attrs: { ...node.attrs, checked } };
      return { ...node, content: change(node.content ?? [], rest) };
    });
  return { type: 'doc', content: change(doc.content, path) };
}
