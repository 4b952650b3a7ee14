/** Chunk of rarely visited screens: code that only they share costs the others nothing. */
export { AnalyticsScreen } from './team/analytics-screen.tsx';
export { NotFoundInFrame, NotFoundScreen } from './error-pages/not-found-screen.tsx';
export { UpgradeScreen } from './plans/upgrade-screen.tsx';
