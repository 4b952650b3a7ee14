import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './rich-tools.module.css';

/** One line of a menu at the caret. */
export interface RichOffer {
  id: string;
  title: string;
  note?: string;
  /** The equivalent typed text, for sighted users. */
  hint?: string;
  /** Heading above the first of consecutive offers with the same one. */
  group?: string;
  mark: ReactNode;
  isDisabled?: boolean;
}

interface RichMenuProps {
  id: string;
  label: string;
  offers: readonly RichOffer[];
  active: number;
  place: DOMRect;
  onPick: (at: number) => void;
}

export function offerId(menuId: string, offer: RichOffer): string {
  return `${menuId}-${offer.id}`;
}

/**
 * The suggestion menu at the caret, used by keys from the text and by pointer; the focus stays in the text.
 */
export function RichMenu({ id, label, offers, active, place, onPick }: RichMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  // On each render: with fewer lines the menu is shorter, and its position above the caret changes.
  useLayoutEffect(() => {
    const element = list.current;
    if (element !== null) putNear(element, place);
  });
  useLayoutEffect(() => {
    const element = list.current;
    // Also scrolls the first group's heading into view.
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
              // Before the text loses the focus; a touch may be the start of a scroll.
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

/** Places the element below `place`, or above it if there is no room; always within the area visible above an on-screen keyboard. */
export function putNear(element: HTMLElement, place: DOMRect, prefers: 'below' | 'above' = 'below'): void {
  const { width, height } = element.getBoundingClientRect();
  const seen = window.visualViewport;
  const [seenWidth, seenHeight] = [
    seen?.width ?? innerWidth,
    (seen?.height ?? innerHeight) + (seen?.offsetTop ?? 0),
  ];
  const below = place.bottom + GAP;
  const above = place.top - GAP - height;
  const isBelow = prefers === 'below' ? below + height <= seenHeight - EDGE || above < EDGE : above < EDGE;
  const isRtl = document.documentElement.dir === 'rtl';
  const wanted = isRtl ? place.right - width : place.left;
  const x = Math.max(EDGE, Math.min(wanted, seenWidth - width - EDGE));
  // Offsets are relative to the corner where reading begins.
  const corner = isRtl ? document.documentElement.clientWidth - width : 0;
  element.style.setProperty('--x', `${Math.round(x - corner)}px`);
  element.style.setProperty('--y', `${Math.round(Math.max(EDGE, isBelow ? below : above))}px`);
}
