import type { Editor, NodeViewRenderer } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { ComponentType } from 'react';

export interface BlockProps {
  /** Only the node's attributes are current. Use `readText` for its text. */
  node: Node;
  editor: Editor;
  readText: () => string;
  isSelected: boolean;
  setAttrs: (attrs: Readonly<Record<string, unknown>>) => void;
  remove: () => void;
}

interface BlockPortal extends BlockProps {
  key: string;
  host: HTMLElement;
  View: ComponentType<BlockProps>;
}

/** The React portals of blocks, each rendered into an element of its block. */
export class BlockPortals {
  #portals = new Map<HTMLElement, BlockPortal>();
  #shown: readonly BlockPortal[] = [];
  #listeners = new Set<() => void>();
  #isScheduled = false;
  #lastKey = 0;

  get = (): readonly BlockPortal[] => this.#shown;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  put(portal: Omit<BlockPortal, 'key'>): void {
    const { host } = portal;
    this.#lastKey += 1;
    this.#portals.set(host, { ...portal, key: this.#portals.get(host)?.key ?? String(this.#lastKey) });
    this.#notify();
  }

  remove(host: HTMLElement): void {
    this.#portals.delete(host);
    this.#notify();
  }

  /** Batches notifications per editor update, and never notifies during a React render. */
  #notify(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#shown = [...this.#portals.values()];
      for (const listener of this.#listeners) listener();
    });
  }
}

interface BlockShape {
  className: string | undefined;
  View: ComponentType<BlockProps>;
  /** The element for the content. Omitted for a block without text. */
  content?: 'div' | 'pre';
  /** Returns attributes for the block's element. */
  describe?: (node: Node) => Readonly<Record<string, string>>;
}

/** Creates a node view whose non-text UI is rendered by React. */
export function drawBlock(portals: BlockPortals, shape: BlockShape): NodeViewRenderer {
  return ({ node: first, editor, getPos }) => {
    let node = first;
    let isSelected = false;
    const dom = document.createElement('div');
    dom.className = shape.className ?? '';
    const host = document.createElement('div');
    host.contentEditable = 'false';
    dom.append(host);
    const body = shape.content === undefined ? undefined : document.createElement(shape.content);
    if (body !== undefined) dom.append(body);
    // A horizontal scroller must be focusable, while its content remains the editor's text.
    const contentDOM = shape.content === 'pre' ? body?.appendChild(document.createElement('code')) : body;

    const draw = (): void => {
      for (const [name, value] of Object.entries(shape.describe?.(node) ?? {})) dom.setAttribute(name, value);
      portals.put({
        host,
        node,
        editor,
        readText: () => node.textContent,
        isSelected,
        View: shape.View,
        setAttrs(attrs) {
          const at = getPos();
          if (at === undefined) return;
          editor.commands.command(({ tr }) => {
            for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(at, name, value);
            return true;
          });
        },
        remove() {
          const at = getPos();
          if (at !== undefined) editor.commands.deleteRange({ from: at, to: at + node.nodeSize });
        },
      });
    };
    draw();
    return {
      dom,
      ...(contentDOM === undefined ? {} : { contentDOM }),
      update(next) {
        if (next.type !== node.type) return false;
        const isSame = next.attrs === node.attrs || JSON.stringify(next.attrs) === JSON.stringify(node.attrs);
        node = next;
        if (!isSame) draw();
        return true;
      },
      selectNode() {
        isSelected = true;
        dom.dataset['selected'] = '';
        draw();
      },
      deselectNode() {
        isSelected = false;
        delete dom.dataset['selected'];
        draw();
      },
      stopEvent: (event) => event.target instanceof globalThis.Node && isControl(host, event),
      ignoreMutation: (mutation) =>
        mutation.type !== 'selection' && !(contentDOM?.contains(mutation.target) ?? false),
      destroy: () => portals.remove(host),
    };
  };
}

/** Whether an event is in a control that handles the event itself. Other events select or drag the block. */
function isControl(host: HTMLElement, event: Event): boolean {
  const { target } = event;
  if (!(target instanceof Element) || !host.contains(target)) return false;
  return target.closest('button, input, select, a, [role="slider"]') !== null;
}
