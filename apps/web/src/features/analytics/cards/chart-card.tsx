import { Trans, useLingui } from '@lingui/react/macro';
import { IconChartBar, IconDots, IconDownload, IconPhoto, IconTable } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { fetchFile } from '#platform/api/fetch-file.ts';
import { viewOf } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { saveFile } from '#ui/files/save-file.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { drawPng } from '#features/analytics/charts/draw-png.ts';
import { DataTable, type TableData } from './data-table.tsx';
import styles from './cards.module.css';

interface ChartCardProps {
  /** Anchor of the links in findings. Exported files are named `hearth-{id}`. */
  id: string;
  title: string;
  /** Explains what the chart shows. */
  hint: string;
  isWide?: boolean;
  /** Whether a response has arrived. False while it is pending and after the request failed. */
  isHere: boolean;
  error: unknown;
  onRetry: () => void;
  /** The reason why the chart is empty. Null or absent if it has data. */
  emptyText?: string | null;
  /** Height in pixels reserved for the content to avoid a layout shift. */
  height: number;
  /** A control for the chart's content. It stays visible during refetches and when the chart is empty. */
  control?: ReactNode;
  /** A figure above the chart. */
  figure?: ReactNode;
  table: TableData | null;
  /** URL of the chart's data as CSV. Null if there is nothing to download. */
  csv: string | null;
  /** Content below the chart, such as its legend. Hidden while the data is shown as a table. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A chart with its title, its data table and its downloads. */
export function ChartCard(props: ChartCardProps) {
  const {
    id,
    title,
    hint,
    isWide = false,
    isHere,
    error,
    emptyText = null,
    height,
    figure,
    table,
    foot,
  } = props;
  const [isTable, setIsTable] = useState(false);
  const errorMessage = useErrorMessages(error);
  const card = useRef<HTMLElement>(null);
  const hasChart = isHere && emptyText === null;
  const content = isTable && table !== null ? <DataTable title={title} table={table} /> : props.children;
  return (
    <section
      ref={card}
      id={id}
      className={styles.card}
      data-wide={isWide || undefined}
      aria-labelledby={`${id}-name`}
    >
      <header className={styles.head}>
        <div>
          <h2 id={`${id}-name`} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <p className={styles.hint}>{hint}</p>
        </div>
        {hasChart && (
          <CardActions
            {...props}
            isTable={isTable}
            onToggle={() => setIsTable(!isTable)}
            findChart={() => card.current?.querySelector<SVGSVGElement>('svg[role="img"]') ?? null}
          />
        )}
      </header>
      {props.control}
      {errorMessage !== null ? (
        <div className={styles.blank} style={{ minBlockSize: height }} role="alert">
          <p>{errorMessage}</p>
          <Button variant="default" size="small" onClick={props.onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : !isHere ? (
        <Skeleton height={height} />
      ) : emptyText !== null ? (
        <div className={styles.blank} style={{ minBlockSize: Math.min(height, 140) }}>
          <p>{emptyText}</p>
        </div>
      ) : (
        <>
          {figure}
          {content}
          {!isTable && foot}
        </>
      )}
    </section>
  );
}

function Skeleton({ height }: { height: number }) {
  const { t } = useLingui();
  return (
    <div className={styles.skeleton} style={{ blockSize: height }} role="status" aria-label={t`Loading`} />
  );
}

interface ActionsProps extends ChartCardProps {
  isTable: boolean;
  onToggle: () => void;
  findChart: () => SVGSVGElement | null;
}

function CardActions({ id, title, csv, table, isTable, onToggle, findChart }: ActionsProps) {
  const { t } = useLingui();

  async function save(name: string, take: () => Promise<Blob>): Promise<void> {
    try {
      saveFile(name, await trackLoading(take()));
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <div className={styles.acts}>
      {table !== null && (
        <IconButton
          label={isTable ? t`${title}: show the chart` : t`${title}: show as a table`}
          aria-pressed={isTable}
          onClick={onToggle}
        >
          {isTable ? <IconChartBar size={17} stroke={1.7} /> : <IconTable size={17} stroke={1.7} />}
        </IconButton>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={t`${title}: more`}>
            <IconDots size={17} stroke={1.7} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {/* Don't offer a download when viewing as another member: it would contain the viewer's own figures. */}
          {csv !== null && viewOf.current === null && (
            <Menu.Item
              leftSection={<IconDownload size={16} stroke={1.6} />}
              onClick={() => void save(`hearth-${id}.csv`, () => fetchFile(csv))}
            >
              <Trans>Download CSV</Trans>
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconPhoto size={16} stroke={1.6} />}
            disabled={isTable}
            onClick={() => {
              const chart = findChart();
              if (chart !== null) void save(`hearth-${id}.png`, () => drawPng(chart, title));
            }}
          >
            <Trans>Download PNG</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
