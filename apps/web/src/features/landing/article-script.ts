import { watchHeader } from './header-shadow.ts';
import { reportPage } from './report-page.ts';

watchHeader();
// Also when 'Back' shows the page as it was left.
addEventListener('pageshow', reportPage);
