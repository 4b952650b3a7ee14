export { AnalyticsPage, AnalyticsPreview, PieceOutlook } from './lazy-parts.tsx';
export type { AnalyticsChoice } from './analytics-page.tsx';
