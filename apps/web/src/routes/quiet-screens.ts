/** Chunk with rarely visited screens. Code that only they share does not burden other screens. */
export { AnalyticsScreen } from './team/analytics-screen.tsx';
export { NotFoundInFrame, NotFoundScreen } from './error-pages/not-found-screen.tsx';
export { UpgradeScreen } from './plans/upgrade-screen.tsx';
