/** What a project has beside its tasks: together, as they are small and share nearly everything. */
export { ProjectCyclesScreen } from './project-cycles-screen.tsx';
export { ProjectOverviewScreen } from './project-overview-screen.tsx';
export { ProjectTriageScreen } from './project-triage-screen.tsx';
