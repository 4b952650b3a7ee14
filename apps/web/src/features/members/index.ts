export { LEVEL_WORDS, ROLE_WORDS } from './role-words.ts';
export { Assignees, usePeople } from './people.tsx';
export { MembersView } from './members-view.tsx';
