import type { ProposedChange } from '@hearth/contracts/assistant/assistant';
import { isSame } from '@hearth/contracts/core/same';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowRight, IconMessage, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { withEdits } from './card-edits.ts';
import { useFieldNames, useValueFormatter } from './field-labels.tsx';
import { RowFields } from './row-fields.tsx';
import styles from './cards.module.css';

interface ChangeRowProps {
  change: ProposedChange;
  edits: Readonly<Record<string, unknown>> | undefined;
  isOpen: boolean;
  isChosen: boolean;
  /** Null if the row cannot be deselected because it is the only row or the card was answered. */
  onChoose: ((isChosen: boolean) => void) | null;
  onEdit: (fields: Readonly<Record<string, unknown>>) => void;
}

const ICONS = { create: IconPlus, update: IconPencil, delete: IconTrash, comment: IconMessage };
/** Fields that the row shows elsewhere and fields that are irrelevant to the user. */
const HIDDEN_FIELDS = new Set(['id', 'position', 'title', 'name', 'descriptionDoc', 'isArchived']);

/** A proposed change: its object and the fields that change. */
export function ChangeRow({ change, edits, isOpen, isChosen, onChoose, onEdit }: ChangeRowProps) {
  const { t } = useLingui();
  const id = useId();
  const ActIcon = ICONS[change.act];
  const after = withEdits(change, edits);
  const isEditable = isOpen && isChosen && change.act !== 'delete' && change.kind === 'task';
  const title = typeof after['title'] === 'string' ? after['title'] : change.title;
  return (
    <li className={styles.row} data-left={!isChosen || undefined} data-act={change.act}>
      {onChoose === null ? (
        <span className={styles.act}>
          <ActIcon size={15} stroke={1.8} aria-hidden="true" />
        </span>
      ) : (
        <input
          type="checkbox"
          className={styles.choose}
          checked={isChosen}
          aria-labelledby={id}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      <div className={styles.what}>
        <p className={styles.head}>
          <span className={styles.verb}>
            <ActText change={change} />
          </span>
          {isEditable && change.act === 'create' ? (
            <>
              <span id={id} className="hidden-text">
                {title}
              </span>
              <input
                className={styles.title}
                aria-label={t`Title`}
                value={title}
                maxLength={500}
                onChange={(event) => onEdit({ title: event.currentTarget.value })}
              />
            </>
          ) : (
            <span id={id} className={styles.name} dir="auto">
              {title}
            </span>
          )}
        </p>
        <Fields change={change} after={after} hidden={isEditable ? SHOWN_IN_FIELDS : NOTHING} />
        {isEditable && <RowFields after={after} before={change} onEdit={onEdit} />}
        {change.refusal !== undefined && (
          <p className={styles.refusal}>
            <Trans>Left out</Trans>
          </p>
        )}
      </div>
    </li>
  );
}

const NOTHING: ReadonlySet<string> = new Set();
const SHOWN_IN_FIELDS: ReadonlySet<string> = new Set(['assigneeIds', 'dueDate', 'priority']);

function Fields({
  change: { act, before },
  after,
  hidden,
}: {
  change: ProposedChange;
  after: Record<string, unknown>;
  hidden: ReadonlySet<string>;
}) {
  const nameOf = useFieldNames();
  const formatValue = useValueFormatter();
  if (act === 'delete') return null;
  const listed = Object.entries(after).filter(
    ([field, value]) =>
      !HIDDEN_FIELDS.has(field) &&
      (act === 'update' ? !isSame(before?.[field], value) : !hidden.has(field) && hasValue(value)),
  );
  const titles = act === 'update' && after['title'] !== undefined && after['title'] !== before?.['title'];
  if (listed.length === 0 && !titles) return null;
  return (
    <dl className={styles.fields}>
      {titles && (
        <Field
          name={nameOf('title')}
          from={formatValue('title', before?.['title'])}
          to={formatValue('title', after['title'])}
        />
      )}
      {listed.map(([field, value]) => (
        <Field
          key={field}
          name={nameOf(field)}
          from={act === 'update' ? formatValue(field, before?.[field]) : null}
          to={formatValue(field, value)}
        />
      ))}
    </dl>
  );
}

/** For a new object, only fields with a value are listed. */
function hasValue(value: unknown): boolean {
  return value !== null && value !== '' && value !== 'none' && !(Array.isArray(value) && value.length === 0);
}

function Field({ name, from, to }: { name: string; from: string | null; to: string }) {
  const { t } = useLingui();
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">
        {from !== null && (
          <>
            <span className="hidden-text">{t`Before:`} </span>
            <s>{from}</s>
            <IconArrowRight size={13} stroke={1.7} aria-hidden="true" />
            <span className="hidden-text">{t`After:`} </span>
          </>
        )}
        <span>{to}</span>
      </dd>
    </div>
  );
}

function ActText({ change: { act, kind, after } }: { change: ProposedChange }) {
  if (act === 'comment') return <Trans>Comment</Trans>;
  if (act === 'delete') return <Trans>Delete</Trans>;
  if (after?.['isArchived'] === true) return <Trans>Archive</Trans>;
  if (after?.['isArchived'] === false) return <Trans>Unarchive</Trans>;
  if (act === 'update') return <Trans>Change</Trans>;
  if (kind === 'project') return <Trans>New project</Trans>;
  if (kind === 'document') return <Trans>New document</Trans>;
  if (kind === 'label') return <Trans>New label</Trans>;
  return <Trans>New task</Trans>;
}
