import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import { XmlElement, type XmlFragment, type XmlText } from 'yjs';

/**
 * Preserves concurrent edits in the blocks that a moved block passes. y-tiptap 3.0.5 diffs children from both ends and writes the text of
 * each block in between into the adjacent block. Concurrent input would end up in another block.
 */
export const MovedBlocks = Extension.create({
  name: 'movedBlocks',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        view({ state }) {
          const { binding } = ySyncPluginKey.getState(state) as { binding: ProsemirrorBinding };
          const write = binding._prosemirrorChanged.bind(binding);
          // Moves children within the transaction of the change. Other clients then receive both as one update.
          binding._prosemirrorChanged = (doc: Node) => {
            moveChildren(binding.type, doc, binding.mapping);
            write(doc);
          };
          return {};
        },
      }),
    ];
  },
});

type Mapping = ProsemirrorBinding['mapping'];
type Child = XmlElement | XmlText;

/** A child of the shared document and its index among the new children. */
interface Candidate {
  child: XmlElement;
  to: number;
}

/** Reorders the shared children to match the new ones, at the first level where they differ. Only moved children are recreated. */
function moveChildren(fragment: XmlFragment, parent: Node, mapping: Mapping): void {
  const { children } = parent;
  const indexes = new Map(children.map((node, at) => [node, at]));
  const shared = fragment.toArray() as Child[];
  const candidates = shared.flatMap((child): Candidate[] => {
    const to = child instanceof XmlElement ? indexes.get(mapping.get(child) as Node) : undefined;
    return to === undefined ? [] : [{ child: child as XmlElement, to }];
  });
  const unmoved = new Set(findLongestRise(candidates));
  const moved = candidates.filter((one) => !unmoved.has(one)).toSorted((a, b) => a.to - b.to);
  if (moved.length === 0) {
    descend(shared, children, mapping);
    return;
  }
  const order = new Map<unknown, number>([...unmoved].map(({ child, to }) => [child, to]));
  for (const { child, to } of moved) {
    const clone = child.clone();
    fragment.delete(fragment.toArray().indexOf(child), 1);
    const before = fragment.toArray().findLastIndex((other) => (order.get(other) ?? Infinity) < to);
    fragment.insert(before + 1, [clone]);
    mapping.delete(child);
    mapping.set(clone, children[to] as Node);
    order.set(clone, to);
  }
}

/** Descends into the only child that differs, such as the list in which an item was moved. */
function descend(shared: readonly Child[], children: readonly Node[], mapping: Mapping): void {
  if (shared.length !== children.length) return;
  const changed = shared.flatMap((child, at) => (mapping.get(child) === children[at] ? [] : [at]));
  const [at = -1] = changed;
  const [child, node] = [shared[at], children[at]];
  if (changed.length !== 1 || node === undefined || node.isTextblock || !(child instanceof XmlElement))
    return;
  if (child.nodeName === node.type.name) moveChildren(child, node, mapping);
}

/** Returns the longest increasing subsequence of the indexes (patience sorting). */
function findLongestRise(candidates: readonly Candidate[]): Candidate[] {
  const tails: Candidate[] = [];
  const previous = new Map<Candidate, Candidate | undefined>();
  for (const one of candidates) {
    // Searches from the end because this runs on every keystroke, usually over a long document without moves.
    const length = 1 + tails.findLastIndex(({ to }) => to < one.to);
    previous.set(one, tails[length - 1]);
    tails[length] = one;
  }
  const rise: Candidate[] = [];
  for (let one = tails.at(-1); one !== undefined; one = previous.get(one)) rise.unshift(one);
  return rise;
}
