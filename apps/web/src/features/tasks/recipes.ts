// How everything that is done to tasks is taken back: for what was done before a reload.
import './attachments.data.ts';
import './bulk.data.ts';
import './checklist.data.ts';
import './comments.data.ts';
import './cycles.data.ts';
import './description.data.ts';
import './milestones.data.ts';
import './fields.data.ts';
import './own.data.ts';
import './relations.data.ts';
import './repeat.data.ts';
import './statuses.data.ts';
import './tasks.data.ts';
import './time.data.ts';
import './templates.data.ts';
import './watching.data.ts';
import './work-times.data.ts';
