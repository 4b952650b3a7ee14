export { CreateTeamForm } from './create-team-form.tsx';
export { DeletedTeams } from './deleted-teams.tsx';
export { DeleteTeam } from './delete-team.tsx';
export { LeaveTeam } from './leave-team.tsx';
export { InstallationNotice } from './installation-notice.tsx';
export { MissingInTeam } from './other-team.tsx';
export { TeamSettings } from './team-settings.tsx';
