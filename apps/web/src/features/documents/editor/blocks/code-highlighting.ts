import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { AttrStep } from '@tiptap/pm/transform';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { grammars as grammarsOf } from './common-grammars.ts';

type Grammars = typeof grammarsOf;
type Tree = ReturnType<Grammars['highlight']>;

/** A highlighted range and its CSS class. */
interface Piece {
  from: number;
  to: number;
  className: string;
}

/** Longer code is not highlighted, because that would delay typing. */
const MAX_CHARS = 20_000;
/** Cache size, in code blocks. Remote changes recreate all nodes of a document, so results are cached by content. */
const MAX_REMEMBERED = 200;

const key = new PluginKey<DecorationSet>('codeHighlighting');

/** Syntax highlighting. Grammars are loaded with the first code block that has a language. */
export function createHighlighting(): Plugin<DecorationSet> {
  let grammars: Grammars | null = null;
  let isComing = false;
  const remembered = new Map<string, readonly Piece[]>();

  function colour(code: Node, language: string): readonly Piece[] {
    const text = code.textContent;
    if (grammars === null || text.length > MAX_CHARS || !grammars.registered(language)) return [];
    const name = `${language}\n${text}`;
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const pieces = listPieces(grammars.highlight(language, text));
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(name, pieces);
    return pieces;
  }

  function decorate(doc: Node): DecorationSet {
    const all: Decoration[] = [];
    doc.descendants((node, pos) => {
      const language: unknown = node.attrs['language'];
      if (node.type.spec.code === true && typeof language === 'string') {
        for (const { from, to, className } of colour(node, language))
          all.push(Decoration.inline(pos + 1 + from, pos + 1 + to, { class: className }));
      }
      return !node.isTextblock;
    });
    return DecorationSet.create(doc, all);
  }

  function fetch(view: EditorView): void {
    if (isComing || !hasLanguage(view.state.doc)) return;
    isComing = true;
    // If the grammars cannot be loaded, code stays readable without highlighting.
    import('./common-grammars.ts').then(
      (loaded) => {
        ({ grammars } = loaded);
        if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true));
      },
      () => undefined,
    );
  }

  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        if (tr.getMeta(key) === true) return decorate(tr.doc);
        if (!tr.docChanged || grammars === null) return before;
        return touchesCode(tr) ? decorate(tr.doc) : before.map(tr.mapping, tr.doc);
      },
    },
    view(view) {
      fetch(view);
      return { update: fetch };
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

function hasLanguage(doc: Node): boolean {
  let isFound = false;
  doc.descendants((node) => {
    isFound ||= node.type.spec.code === true && typeof node.attrs['language'] === 'string';
    return !isFound && !node.isTextblock;
  });
  return isFound;
}

function touchesCode(tr: Transaction): boolean {
  // Attribute changes, such as the language, are not reflected in the position mapping.
  if (tr.steps.some((step) => step instanceof AttrStep)) return true;
  return tr.mapping.maps.some((map, index) => {
    let isFound = false;
    const rest = tr.mapping.slice(index + 1);
    map.forEach((_from, _to, newFrom, newTo) => {
      const [from, to] = [rest.map(newFrom, -1), rest.map(newTo, 1)];
      tr.doc.nodesBetween(from, Math.min(to, tr.doc.content.size), (node) => {
        isFound ||= node.type.spec.code === true;
        return !isFound && !node.isTextblock;
      });
    });
    return isFound;
  });
}

function listPieces(tree: Tree): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const walk = (nodes: Tree['children'], className: string): void => {
    for (const node of nodes) {
      if (node.type === 'text') {
        const from = at;
        at += node.value.length;
        if (className !== '') pieces.push({ from, to: at, className });
      } else if (node.type === 'element') {
        const names = node.properties['className'];
        walk(node.children, Array.isArray(names) ? names.join(' ') : className);
      }
    }
  };
  walk(tree.children, '');
  return pieces;
}
