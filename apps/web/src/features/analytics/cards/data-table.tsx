import styles from './cards.module.css';

/** The text of a cell, optionally with an action that opens what it stands for, such as the tasks behind a figure. */
type Cell = string | { text: string; onOpen: () => void };

export interface TableData {
  head: readonly string[];
  rows: readonly { key: string; cells: readonly Cell[] }[];
}

/** The chart's data as a table. The first cell of a row is its header. */
export function DataTable({ title, table: { head, rows } }: { title: string; table: TableData }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be keyboard-accessible
    <div className={styles.scroller} role="region" aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <caption className="hidden-text">{title}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{name !== undefined && <CellText cell={name} />}</th>
              {rest.map((cell, at) => (
                <td key={head[at + 1]}>
                  <CellText cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CellText({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return cell;
  return (
    <button type="button" className={styles.number} onClick={cell.onOpen}>
      {cell.text}
    </button>
  );
}
