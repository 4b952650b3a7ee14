export { AccountWatch } from './account-watch.tsx';
export { DigestSettings } from './digest-settings.tsx';
export { LanguageSettings } from './language-settings.tsx';
export { OwnData } from './own-data.tsx';
export { PopupEnd } from './popup-end.tsx';
export { ProfileSettings } from './profile-settings.tsx';
export { SessionList } from './session-list.tsx';
export { SignInPanel } from './sign-in-panel.tsx';
