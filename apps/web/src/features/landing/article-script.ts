import { watchHeader } from './header-shadow.ts';
import { reportPage } from './report-page.ts';

watchHeader();
// Also when restored from the back/forward cache.
addEventListener('pageshow', reportPage);
