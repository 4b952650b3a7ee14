/** The chunk of what a project has beside its tasks: small, and nearly all shared. */
export { ProjectCyclesScreen } from './project-cycles-screen.tsx';
export { ProjectOverviewScreen } from './project-overview-screen.tsx';
export { ProjectTriageScreen } from './project-triage-screen.tsx';
