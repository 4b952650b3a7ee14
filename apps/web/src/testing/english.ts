import { i18n } from '@lingui/core';

// The same set-up as in the page (see platform/texts/texts.ts).
i18n.setMessagesCompiler((message) => [message]);
i18n.loadAndActivate({ locale: 'en', messages: {} });
