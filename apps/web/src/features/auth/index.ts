export { PopupEnd } from './popup-end.tsx';
export { SessionList } from './session-list.tsx';
export { SignInPanel } from './sign-in-panel.tsx';
