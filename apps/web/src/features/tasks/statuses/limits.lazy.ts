import { comeLater, comeLaterFor } from '#ui/lazy/later.tsx';

const limits = () => import('./limit-parts.ts');

/** Until it is here the number stands there without what it is measured against. */
export const LimitedCount = comeLater(
  async () => (await limits()).LimitedCount,
  ({ children }) => children,
);
export const ColumnLimit = comeLaterFor(async () => (await limits()).ColumnLimit);
export const LimitWatch = comeLaterFor(async () => (await limits()).LimitWatch);
