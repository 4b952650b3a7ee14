export { Assignees, usePeople } from './people.tsx';
export { MemberList } from './member-list.tsx';
