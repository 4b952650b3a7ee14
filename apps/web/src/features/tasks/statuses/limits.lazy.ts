import { lazyOnIntent, lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';

const limits = () => import('./limit-parts.ts');

/** Until the component is loaded, the number is shown without its limit. */
export const LimitedCount = lazyOnIntent(
  async () => (await limits()).LimitedCount,
  ({ children }) => children,
);
export const ColumnLimit = lazyOnIntentFor(async () => (await limits()).ColumnLimit);
export const LimitWatch = lazyOnIntentFor(async () => (await limits()).LimitWatch);
