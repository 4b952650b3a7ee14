export { InviteButton } from './invite-button.tsx';
export { InvitePanel } from './invite-panel.tsx';
export { inviteActions } from './invites.actions.ts';
export { sendInvites } from './invites.data.ts';
export { useInvitedRoles } from './invite-roles.ts';
export { OpenInvites } from './open-invites.tsx';
export { useCopyLink } from './copy-link.ts';
export { useInvites } from './use-invites.ts';
