/** Chunk of a project's screens besides its tasks: small, and nearly all code is shared. */
export { ProjectCyclesScreen } from './project-cycles-screen.tsx';
export { ProjectOverviewScreen } from './project-overview-screen.tsx';
export { ProjectTriageScreen } from './project-triage-screen.tsx';
