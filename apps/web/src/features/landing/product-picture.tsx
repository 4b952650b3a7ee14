import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconCalendar,
  IconFileText,
  IconHome,
  IconLayoutKanban,
  IconListCheck,
  IconUsers,
} from '@tabler/icons-react';
import { PriorityGlyph } from '#ui/display/priority-glyph.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { SAMPLE_COLUMNS, type SampleCard, type SamplePerson } from './sample-work.ts';
import styles from './product-picture.module.css';

/** A small illustration of the product with its own icons and colors: a board with a document in front of it. */
export function ProductPicture() {
  const { t } = useLingui();
  return (
    <div
      className={styles.stage}
      role="img"
      aria-label={t`A project's board in Hearth with tasks in three columns, and a document in front of it`}
    >
      <div className={styles.window} aria-hidden="true">
        <Sidebar />
        <div className={styles.main}>
          <div className={styles.top}>
            <span className={styles.projectDot} />
            <strong className={styles.project}>
              <Trans>Spring opening</Trans>
            </strong>
            <span className={styles.tab} data-selected="true">
              <Trans>Board</Trans>
            </span>
            <span className={styles.tab}>
              <Trans>List</Trans>
            </span>
            <span className={styles.newTask}>
              <Trans>New task</Trans>
            </span>
          </div>
          <Board />
        </div>
      </div>
      <Sheet />
    </div>
  );
}

function Sidebar() {
  return (
    <div className={styles.sidebar}>
      <span className={styles.team}>
        <span className={styles.teamMark} data-color="indigo">
          B
        </span>
        <Trans>Brot &amp; Butter</Trans>
      </span>
      <span className={styles.link}>
        <IconHome size={15} stroke={1.7} />
        <Trans>Home</Trans>
      </span>
      <span className={styles.link}>
        <IconUsers size={15} stroke={1.7} />
        <Trans>Members</Trans>
      </span>
      <span className={styles.link} data-selected="true">
        <IconLayoutKanban size={15} stroke={1.7} />
        <Trans>Projects</Trans>
      </span>
      <span className={styles.link}>
        <IconListCheck size={15} stroke={1.7} />
        <Trans>Tasks</Trans>
      </span>
      <span className={styles.link}>
        <IconFileText size={15} stroke={1.7} />
        <Trans>Documents</Trans>
      </span>
    </div>
  );
}

function Board() {
  const { i18n } = useLingui();
  return (
    <div className={styles.board}>
      {SAMPLE_COLUMNS.map((column) => (
        <div key={column.name.id} className={styles.column}>
          <span className={styles.columnName}>
            <StatusGlyph category={column.category} progress={column.progress} color={column.color} />
            {i18n._(column.name)}
            <span className={styles.count}>{column.cards.length}</span>
          </span>
          {column.cards.map((card) => (
            <Card key={card.key} card={card} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Card({ card }: { card: SampleCard }) {
  const { i18n } = useLingui();
  return (
    <div className={styles.card}>
      <span className={styles.cardTitle}>{i18n._(card.title)}</span>
      <span className={styles.meta}>
        {card.priority !== 'none' && <PriorityGlyph priority={card.priority} />}
        <span>{card.key}</span>
        {card.due !== undefined && (
          <span className={styles.due} data-when={card.due.when}>
            <IconCalendar size={12} stroke={1.7} />
            {i18n._(card.due.text)}
          </span>
        )}
        <span className={styles.people}>
          {card.people.map((person) => (
            <Face key={person.initials} person={person} />
          ))}
        </span>
      </span>
    </div>
  );
}

function Face({ person }: { person: SamplePerson }) {
  return (
    <span className={styles.face} data-color={person.color}>
      {person.initials}
    </span>
  );
}

function Sheet() {
  return (
    <div className={styles.sheet} aria-hidden="true">
      <span className={styles.crumb}>
        <IconFileText size={13} stroke={1.7} />
        <Trans>Documents</Trans>
      </span>
      <strong className={styles.sheetTitle}>
        <Trans>Spring menu</Trans>
      </strong>
      <span className={styles.line}>
        <Trans>Four things on the counter, one of them new every week.</Trans>
      </span>
      <span className={styles.todo} data-done="true">
        <StatusGlyph category="completed" color="green" />
        <Trans>Rhubarb tart, small and large</Trans>
      </span>
      <span className={styles.todo}>
        <StatusGlyph category="started" color="amber" />
        <Trans>Rye loaf with caraway</Trans>
      </span>
      <span className={styles.todo}>
        <StatusGlyph category="unstarted" />
        <Trans>Cardamom buns for Fridays</Trans>
        <span className={styles.caret} />
      </span>
    </div>
  );
}
