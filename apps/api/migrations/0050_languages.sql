-- Spanish, French and Arabic beside English and Hindi: the list is that of packages/contracts/src/locales.ts.
alter table users drop constraint users_language_check;
alter table users add constraint users_language_check check (language in ('en', 'hi', 'es', 'fr', 'ar'));
