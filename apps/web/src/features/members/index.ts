export { AccessEditor } from './access-editor.tsx';
export { ROLE_LABELS } from './role-labels.ts';
export { Assignees, tellApart, toPersonOption, usePeople, usePerson } from './people.tsx';
export { membersByName } from './members.data.ts';
export { MembersView } from './members-view.tsx';
export { OpenedBy } from './opened-by.tsx';
export { Seats, useSeats } from './seats.tsx';
export { PresenceAvatars } from './presence-avatars.tsx';
export { TypingIndicator } from './typing-indicator.tsx';
