import { useLingui } from '@lingui/react/macro';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useEffect, useId, useState, type ReactNode, type UIEvent } from 'react';
import { useNoteDrawn } from '#platform/sync/index.ts';
import { useTitle } from '#platform/page/use-title.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useIsWide } from './use-is-wide.ts';
import styles from './page.module.css';

/** Scroll offset, in pixels, above which the header has a shadow. */
const SHADOW_AFTER_PX = 100;

interface PageProps {
  title: string;
  /** An element before the title, such as a project's color. */
  mark?: ReactNode;
  tabs?: ReactNode;
  actions?: ReactNode;
  /**
   * Content next to the actions if there is enough space. If set, phones collapse it and the tabs behind a button and keep the header on
   * one line.
   */
  asides?: ReactNode;
  /** Content below the header, such as filters. */
  bar?: ReactNode;
  /** `fill`: the content fills the window and scrolls internally. `read`: the content is a column of readable width. */
  layout?: 'fill' | 'read';
  children: ReactNode;
}

/** A screen of the dashboard with its header and its content. */
export function Page({ title, mark, tabs, actions, asides, bar, layout = 'read', children }: PageProps) {
  const { t } = useLingui();
  useTitle(title);
  useNoteDrawn();
  const isFolded = !useIsWide() && asides !== undefined;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const viewsId = useId();
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    const look = () => setIsScrolled(window.scrollY > SHADOW_AFTER_PX);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  /** A filled page scrolls internally. Consider the whole list, not a single column of a board. */
  function onContentScroll(event: UIEvent<HTMLElement>): void {
    const { currentTarget, target } = event;
    if (!(target instanceof HTMLElement) || target.clientWidth < currentTarget.clientWidth * 0.9) return;
    setIsScrolled(target.scrollTop > SHADOW_AFTER_PX);
  }
  return (
    <div className={styles.page} data-layout={layout}>
      <header className={styles.header} data-scrolled={isScrolled || undefined}>
        {mark}
        <h1 className={styles.title}>{title}</h1>
        {tabs !== undefined && (
          <div id={viewsId} className={styles.views} hidden={isFolded && !isUnfolded}>
            {tabs}
            {isFolded && <div className={styles.asides}>{asides}</div>}
          </div>
        )}
        <div className={styles.actions}>
          {!isFolded && asides}
          {isFolded && (
            <IconButton
              label={t`Views and filters`}
              aria-expanded={isUnfolded}
              aria-controls={viewsId}
              data-selected={isUnfolded || undefined}
              onClick={() => setIsUnfolded(!isUnfolded)}
            >
              <IconAdjustmentsHorizontal size={18} stroke={1.7} />
            </IconButton>
          )}
          {actions}
        </div>
      </header>
      {bar}
      <div className={styles.content} onScrollCapture={onContentScroll}>
        {children}
      </div>
    </div>
  );
}
