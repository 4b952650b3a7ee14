import { Node } from '@tiptap/core';
import { CALLOUT_KINDS } from '@hearth/contracts/rich-text/rich-nodes-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconBulb,
  IconInfoCircle,
  IconMessageReport,
  type Icon,
} from '@tabler/icons-react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { drawBlock, type BlockPortals, type BlockProps } from './block-portals.ts';
import styles from './blocks.module.css';

type CalloutKind = (typeof CALLOUT_KINDS)[number];

const KINDS: Record<CalloutKind, { title: MessageDescriptor; icon: Icon }> = {
  note: { title: msg`Note`, icon: IconInfoCircle },
  tip: { title: msg`Tip`, icon: IconBulb },
  important: { title: msg`Important`, icon: IconMessageReport },
  warning: { title: msg`Warning`, icon: IconAlertTriangle },
  caution: { title: msg`Caution`, icon: IconAlertOctagon },
};

function readKind(value: unknown): CalloutKind {
  return typeof value === 'string' && Object.hasOwn(KINDS, value) ? (value as CalloutKind) : 'note';
}

export function createCallout(portals: BlockPortals) {
  return Node.create({
    name: 'callout',
    group: 'block',
    content: 'block+',
    defining: true,
    addAttributes() {
      return {
        kind: {
          default: 'note',
          parseHTML: (element) => readKind(element.dataset['callout']),
          renderHTML: ({ kind }) => ({ 'data-callout': readKind(kind) }),
        },
      };
    },
    parseHTML() {
      return [{ tag: 'div[data-callout]' }];
    },
    renderHTML({ HTMLAttributes }) {
      return ['div', HTMLAttributes, 0];
    },
    addNodeView() {
      return drawBlock(portals, {
        className: styles.callout,
        View: CalloutMark,
        content: 'div',
        describe: (node) => ({ 'data-kind': readKind(node.attrs['kind']), dir: 'auto' }),
      });
    },
    addKeyboardShortcuts() {
      return {
        // Backspace at the start of the first line, or Enter in an empty last line, exits the callout.
        Backspace: ({ editor }) => {
          const { $from, empty } = editor.state.selection;
          const isAtStart = empty && $from.parentOffset === 0 && $from.depth > 1;
          if (!isAtStart || $from.node(-1).type !== this.type || $from.index(-1) !== 0) return false;
          return editor.commands.lift(this.name);
        },
        Enter: ({ editor }) => {
          const { $from, empty } = editor.state.selection;
          if (!empty || $from.parent.content.size > 0 || $from.depth < 2) return false;
          const around = $from.node(-1);
          if (
            around.type !== this.type ||
            $from.index(-1) !== around.childCount - 1 ||
            around.childCount === 1
          )
            return false;
          return editor.commands.liftEmptyBlock();
        },
      };
    },
  });
}

function CalloutMark({ node, editor, setAttrs }: BlockProps) {
  const { t, i18n } = useLingui();
  const { title, icon: KindIcon } = KINDS[readKind(node.attrs['kind'])];
  const name = i18n._(title);
  const mark = <KindIcon size={18} stroke={1.8} aria-hidden="true" />;
  if (!editor.isEditable) {
    return (
      <span className={styles.calloutMark} role="img" aria-label={name}>
        {mark}
      </span>
    );
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <IconButton className={styles.calloutMark} label={t`Callout type: ${name}`}>
          {mark}
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {CALLOUT_KINDS.map((kind) => ({ kind, ...KINDS[kind] })).map(({ kind, title: label, icon: Mark }) => (
          <Menu.Item
            key={kind}
            leftSection={<Mark size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => setAttrs({ kind })}
          >
            {i18n._(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
