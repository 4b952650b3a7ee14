/** The screens that people seldom come to, loaded as one piece: what they share then costs the others nothing. */
export { AnalyticsScreen } from './analytics-screen.tsx';
export { DocumentScreen } from './document-screen.tsx';
export { DocumentsScreen } from './documents-screen.tsx';
export { NotFoundInFrame, NotFoundScreen } from './not-found-screen.tsx';
export { PaymentOnboardingScreen } from './payment-onboarding-screen.tsx';
export { UpgradeScreen } from './upgrade-screen.tsx';
