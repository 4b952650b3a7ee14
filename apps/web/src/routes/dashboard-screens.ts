/** The frame and the screens of projects and tasks: together, as they share nearly everything. */
export { DashboardScreen } from './dashboard-screen.tsx';
export { ProjectScreen } from './project-screen.tsx';
export { TasksScreen } from './tasks-screen.tsx';
export { TroubleInFrame } from './trouble-in-frame.tsx';
