import { i18n } from '@lingui/core';

// As the page begins: see platform/texts/texts.ts.
i18n.setMessagesCompiler((message) => [message]);
i18n.loadAndActivate({ locale: 'en', messages: {} });
