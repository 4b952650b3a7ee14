import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './rich-tools.module.css';

/** An entry of the menu at the caret. */
export interface RichOffer {
  id: string;
  title: string;
  note?: string;
  /** The text that could be typed instead. Hidden from screen readers. */
  hint?: string;
  /** The heading above the first of consecutive entries in the same group. */
  group?: string;
  mark: ReactNode;
  isDisabled?: boolean;
}

interface RichMenuProps {
  id: string;
  label: string;
  offers: readonly RichOffer[];
  active: number;
  anchor: DOMRect;
  onPick: (at: number) => void;
}

export function offerId(menuId: string, offer: RichOffer): string {
  return `${menuId}-${offer.id}`;
}

/** The suggestion menu at the caret. It is operated by pointer or by keys in the text. Focus stays in the text. */
export function RichMenu({ id, label, offers, active, anchor, onPick }: RichMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  // Runs on each render. With fewer entries, the menu is shorter, so its position above the caret changes.
  useLayoutEffect(() => {
    const element = list.current;
    if (element !== null) putNear(element, anchor);
  });
  useLayoutEffect(() => {
    const element = list.current;
    // Scroll to the very top so that the first group's heading is also visible.
    if (active === 0) element?.scrollTo({ top: 0 });
    else element?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return createPortal(
    <div ref={list} id={id} role="listbox" aria-label={label} className={styles.menu}>
      {groupOffers(offers).map(({ title, lines }) => (
        <div
          key={lines[0]?.offer.id}
          role={title === undefined ? 'presentation' : 'group'}
          aria-label={title}
        >
          {title !== undefined && (
            <div className={styles.groupTitle} aria-hidden="true">
              {title}
            </div>
          )}
          {lines.map(({ offer, at }) => (
            <div
              key={offer.id}
              id={offerId(id, offer)}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              aria-disabled={offer.isDisabled ?? false}
              className={styles.offer}
              // Prevents the text from losing focus. Not on pointerdown because a touch may start a scroll.
              onMouseDown={(event) => {
                event.preventDefault();
                onPick(at);
              }}
            >
              <span className={styles.mark}>{offer.mark}</span>
              <span className={styles.offerTitle}>{offer.title}</span>
              {offer.note !== undefined && <span className={styles.note}>{offer.note}</span>}
              {offer.hint !== undefined && (
                <span className={styles.note} aria-hidden="true">
                  {offer.hint}
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}

interface OfferGroup {
  title: string | undefined;
  lines: { offer: RichOffer; at: number }[];
}

function groupOffers(offers: readonly RichOffer[]): OfferGroup[] {
  const groups: OfferGroup[] = [];
  for (const [at, offer] of offers.entries()) {
    const last = groups.at(-1);
    if (last !== undefined && last.title === offer.group) last.lines.push({ offer, at });
    else groups.push({ title: offer.group, lines: [{ offer, at }] });
  }
  return groups;
}

const GAP = 6;
const EDGE = 8;

/**
 * Positions the element on the preferred side of `anchor`, or on the other side if it does not fit there. The area behind an on-screen
 * keyboard does not count as visible. Horizontally, the element always stays within the visible area.
 */
export function putNear(element: HTMLElement, anchor: DOMRect, prefers: 'below' | 'above' = 'below'): void {
  const { width, height } = element.getBoundingClientRect();
  const seen = window.visualViewport;
  const [seenWidth, seenHeight] = [
    seen?.width ?? innerWidth,
    (seen?.height ?? innerHeight) + (seen?.offsetTop ?? 0),
  ];
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - height;
  const isBelow = prefers === 'below' ? below + height <= seenHeight - EDGE || above < EDGE : above < EDGE;
  const isRtl = document.documentElement.dir === 'rtl';
  const wanted = isRtl ? anchor.right - width : anchor.left;
  const x = Math.max(EDGE, Math.min(wanted, seenWidth - width - EDGE));
  // Offsets are relative to the inline-start corner.
  const corner = isRtl ? document.documentElement.clientWidth - width : 0;
  element.style.setProperty('--x', `${Math.round(x - corner)}px`);
  element.style.setProperty('--y', `${Math.round(Math.max(EDGE, isBelow ? below : above))}px`);
}
