import {
  isSafeAddress,
  type RichMark,
  type RichNode,
  type RichText,
} from '@hearth/contracts/rich-text/rich-text-values';
import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';
import { Links } from '#ui/format/linked-text.tsx';
import { writePerson, writeTask, type RichNames } from './rich-names.ts';
import styles from './rich.module.css';

interface RichViewProps {
  doc: RichText;
  names: RichNames;
  /** Called when a checklist item is toggled. `path` contains the indexes of its ancestors and its own index, outermost first. */
  onTick?: (path: readonly number[], isChecked: boolean) => void;
  /** Renders text outside code and links. By default, only URLs become links. */
  writeText?: (text: string) => ReactNode;
  className?: string;
}

/**
 * Renders formatted content with the same elements as the editor to avoid a layout shift when the editor replaces it. Content from the
 * history may be malformed. Unknown nodes are skipped.
 */
export function RichView({ doc, names, onTick, writeText, className }: RichViewProps) {
  return (
    <div className={clsx(styles.rich, className)}>
      <Nodes nodes={doc.content} path={[]} names={names} onTick={onTick} writeText={writeText} />
    </div>
  );
}

interface Around {
  path: readonly number[];
  names: RichNames;
  onTick: RichViewProps['onTick'];
  writeText: RichViewProps['writeText'];
}

function Nodes({ nodes, path, ...around }: Around & { nodes: readonly RichNode[] | undefined }) {
  return (nodes ?? []).map((node, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- nodes have no id
    <Part key={at} node={node} path={[...path, at]} {...around} />
  ));
}

function Part({ node, ...around }: Around & { node: RichNode }) {
  const { type, attrs = {}, content } = node;
  const inner = <Nodes nodes={content} {...around} />;
  // Gives an empty block the height of a line, as in the editor.
  const line = content === undefined || content.length === 0 ? <br /> : inner;
  const { names } = around;
  switch (type) {
    case 'text':
      return write(node.text ?? '', node.marks ?? [], around.writeText);
    case 'paragraph':
      return <p>{line}</p>;
    case 'heading':
      if (attrs['level'] === 1) return <h3 data-level="1">{line}</h3>;
      if (attrs['level'] === 2) return <h4 data-level="2">{line}</h4>;
      if (attrs['level'] === 3) return <h5 data-level="3">{line}</h5>;
      return <h6 data-level={Number(attrs['level'])}>{line}</h6>;
    case 'bulletList':
      return <ul dir="auto">{inner}</ul>;
    case 'orderedList':
      return (
        <ol dir="auto" start={Number(attrs['start'])}>
          {inner}
        </ol>
      );
    case 'listItem':
      return <li>{inner}</li>;
    case 'taskList':
      return (
        <ul dir="auto" data-type="taskList">
          {inner}
        </ul>
      );
    case 'taskItem':
      return <Step node={node} {...around} />;
    case 'blockquote':
      return <blockquote dir="auto">{inner}</blockquote>;
    case 'codeBlock':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be keyboard-accessible
        <pre tabIndex={0}>
          <code>{(content ?? []).map(({ text = '' }) => text).join('') || <br />}</code>
        </pre>
      );
    case 'horizontalRule':
      return <hr />;
    case 'hardBreak':
      return <br />;
    case 'mention': {
      const id = String(attrs['id']);
      return (
        <span className={styles.mention} data-self={names.person(id).isSelf || undefined}>
          {writePerson(names, id)}
        </span>
      );
    }
    case 'taskLink':
      return <TaskChip taskKey={String(attrs['key'])} names={names} />;
    default:
      return null;
  }
}

function Step({ node, path, names, onTick, writeText }: Around & { node: RichNode }) {
  const isChecked = node.attrs?.['checked'] === true;
  const [first] = node.content ?? [];
  const stepText = (first?.content ?? []).map(({ text = '' }) => text).join('');
  return (
    <li data-type="taskItem" data-checked={isChecked}>
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          disabled={onTick === undefined}
          aria-label={names.stepLabel(stepText)}
          onChange={() => onTick?.(path, !isChecked)}
        />
      </label>
      <div>
        <Nodes nodes={node.content} path={path} names={names} onTick={onTick} writeText={writeText} />
      </div>
    </li>
  );
}

function TaskChip({ taskKey, names }: { taskKey: string; names: RichNames }) {
  const task = names.task(taskKey);
  const text = writeTask(names, taskKey);
  if (task === null) return <span className={styles.task}>{text}</span>;
  return (
    <a
      className={styles.task}
      href={task.href}
      data-closed={task.isClosed || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        task.open();
      }}
    >
      {text}
    </a>
  );
}

const WRAPPERS = {
  bold: (inner: ReactNode) => <strong>{inner}</strong>,
  italic: (inner: ReactNode) => <em>{inner}</em>,
  strike: (inner: ReactNode) => <s>{inner}</s>,
  underline: (inner: ReactNode) => <u>{inner}</u>,
  code: (inner: ReactNode) => <code>{inner}</code>,
};

function write(text: string, marks: readonly RichMark[], writeText: RichViewProps['writeText']): ReactNode {
  return marks.toReversed().reduce<ReactNode>(
    (inner, { type, attrs }) => {
      if (type !== 'link') return Object.hasOwn(WRAPPERS, type) ? WRAPPERS[type](inner) : inner;
      const href = attrs?.['href'];
      if (typeof href !== 'string' || !isSafeAddress(href)) return inner;
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {inner}
        </a>
      );
    },
    // No links within links or code.
    marks.some(({ type }) => type === 'link' || type === 'code') ? (
      <Fragment>{text}</Fragment>
    ) : writeText !== undefined ? (
      <Fragment>{writeText(text)}</Fragment>
    ) : (
      <Links text={text} />
    ),
  );
}
