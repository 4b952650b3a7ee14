/** Chunk with a project's screens other than its tasks. They are small and share nearly all their code. */
export { ProjectCyclesScreen } from './project-cycles-screen.tsx';
export { ProjectOverviewScreen } from './project-overview-screen.tsx';
export { ProjectTriageScreen } from './project-triage-screen.tsx';
