export { InvitePanel } from './invite-panel.tsx';
export { InviteSection } from './invite-section.tsx';
