/**
 * The screens that every working day begins with, loaded as one piece: apart, their shared parts would come in dozens
 * of small files.
 */
export { DashboardScreen } from './dashboard-screen.tsx';
export { MembersScreen } from './members-screen.tsx';
export { OverviewScreen } from './overview-screen.tsx';
export { ProjectScreen } from './project-screen.tsx';
export { ProjectsScreen } from './projects-screen.tsx';
export { TasksScreen } from './tasks-screen.tsx';
