export { CreateTeamForm } from './create-team-form.tsx';
