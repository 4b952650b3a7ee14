/** Chunk with the frame and the screens of projects and tasks. They share nearly all their code. */
export { enterTeam } from './address/enter-team.ts';
export { DashboardScreen } from './frame/dashboard-screen.tsx';
export { ProjectScreen } from './projects/project-screen.tsx';
export { TasksScreen } from './tasks/tasks-screen.tsx';
export { ErrorInFrame } from './error-pages/error-in-frame.tsx';
