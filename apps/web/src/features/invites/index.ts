export { InvitePanel } from './invite-panel.tsx';
