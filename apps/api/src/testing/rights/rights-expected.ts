import { CALLERS, type CallerName } from './rights-callers.ts';
import type { State } from './rights-subjects.ts';

/*
 * What each caller is to be answered, typed by hand from the wire and the table of rights. Nothing here calls the
 * server's own functions, so that a mistake there does not hide itself here.
 */

/** Routes that are not bound to a team. Columns: no live session (anonymous, ended, tampered), a session that ran out, signed in. */
const FOR_ANYBODY: Record<string, string> = {
  'auth.google live': '401 401 401',
  'auth.verify live': '401 401 200',
  'auth.signOut live': '204 204 204',
  'auth.start live': '302 302 302',
  'auth.callback live': '302 302 302',
  'auth.refresh live': '401 401 401',
  'auth.sessions live': '401 401 200',
  'auth.endSessions live': '401 401 204',
  'account.get live': '401 401 200',
  'account.update live': '401 401 200',
  'account.export live': '401 401 200',
  'account.delete live': '401 401 204',
  'account.keep live': '401 401 200',
  'account.putImage live': '401 401 200',
  'account.deleteImage live': '401 401 200',
  'images.get live': '404 404 404',
  'tokens.list live': '401 401 200',
  'tokens.revoke live': '401 401 404',
  'tokens.revoke own': '401 401 204',
  'auth.endSession live': '401 401 404',
  'auth.endSession own': '401 401 204',
  'auth.developmentToken live': '200 200 200',
  'billing.developmentPlan live': '200 200 200',
  'teams.list live': '401 401 200',
  'teams.deleted live': '401 401 200',
  'teams.create live': '401 401 201',
  'invites.preview live': '200 200 200',
  'mail.outbox live': '200 200 200',
  'contact.read live': '200 200 200',
  'contact.send live': '503 503 503',
  'invites.join live': '401 401 200',
  // Whoever has the link, signed in or not.
  'shares.read live': '200 200 200',
  'shares.task live': '200 200 200',
};

/** Routes of a team, by the state of what they name. Columns: guest, guest with view, comment, edit, manage; member; admin; owner. */
const FOR_MEMBERS: Record<string, string> = {
  'billing.subscription live': '200 200 200 200 200 200 200 200',
  'teams.update live': '403 403 403 403 403 403 200 200',
  'teams.putImage live': '403 403 403 403 403 403 200 200',
  'teams.deleteImage live': '403 403 403 403 403 403 200 200',
  'teams.installation live': '403 403 403 403 403 403 200 200',
  'teams.delete live': '403 403 403 403 403 403 403 204',
  'teams.restore live': '403 403 403 403 403 403 403 422',
  'teams.restore team deleted': '404 404 404 404 404 404 404 200',
  'members.list live': '200 200 200 200 200 200 200 200',
  'members.get live': '200 200 200 200 200 200 200 200',
  'members.update live': '403 403 403 403 403 403 200 200',
  'members.activity live': '403 403 403 403 403 200 200 200',
  // Of themselves everybody may ask; of others only those who change roles.
  'members.reach live': '403 403 403 403 403 403 200 200',
  'members.reach own': '200 200 200 200 200 200 200 200',
  'workTimes.list live': '403 403 403 403 403 200 200 200',
  'workTimes.updateTeam live': '403 403 403 403 403 403 200 200',
  // Of themselves members may say it; of others admins.
  'workTimes.update live': '403 403 403 403 403 403 200 200',
  'workTimes.update own': '403 403 403 403 403 200 200 200',
  'members.transfer live': '403 403 403 403 403 403 403 200',
  'members.viewAs live': '403 403 403 403 403 403 200 200',
  'members.remove live': '403 403 403 403 403 403 204 204',
  'members.remove own': '204 204 204 204 204 204 204 204',
  'invites.create live': '403 403 403 403 403 403 201 201',
  'invites.list live': '403 403 403 403 403 200 200 200',
  'invites.revoke live': '403 403 403 403 403 403 204 204',
  'invites.revoke own': '403 403 403 403 403 204 204 204',
  'invites.resend live': '403 403 403 403 403 403 200 200',
  'projects.list live': '200 200 200 200 200 200 200 200',
  'projects.create live': '403 403 403 403 403 201 201 201',
  'projects.get live': '404 200 200 200 200 200 200 200',
  'projects.get own': '404 200 200 200 200 200 200 200',
  'projects.update live': '404 403 403 200 200 200 200 200',
  'projects.update own': '404 403 403 200 200 200 200 200',
  'projects.delete live': '404 403 403 403 204 403 204 204',
  'projects.delete own': '404 403 403 204 204 204 204 204',
  'projects.archive live': '404 403 403 403 200 403 200 200',
  'projects.archive own': '404 403 403 200 200 200 200 200',
  'projects.archive private': '404 403 403 403 200 404 404 404',
  'projects.unarchive live': '404 403 403 403 200 403 200 200',
  'projects.unarchive own': '404 403 403 200 200 200 200 200',
  'projects.unarchive private': '404 403 403 403 200 404 404 404',
  'projects.grants live': '404 200 200 200 200 200 200 200',
  'projects.grants own': '404 200 200 200 200 200 200 200',
  'projects.grant live': '404 403 403 403 200 403 200 200',
  'projects.grant own': '404 403 403 403 200 403 200 200',
  'projects.revokeGrant live': '404 403 403 403 204 403 204 204',
  'projects.revokeGrant own': '404 403 403 403 204 403 204 204',
  // Guests are let in from outside themselves: they show nothing to others.
  'publicLinks.get live': '404 403 403 403 200 403 200 200',
  'publicLinks.get own': '404 403 403 403 200 403 200 200',
  'publicLinks.get private': '404 403 403 403 200 404 404 404',
  'publicLinks.put live': '404 403 403 403 403 403 200 200',
  'publicLinks.put own': '404 403 403 403 403 403 200 200',
  'publicLinks.put private': '404 403 403 403 403 404 404 404',
  'publicLinks.delete live': '404 403 403 403 204 403 204 204',
  'publicLinks.delete own': '404 403 403 403 204 403 204 204',
  'publicLinks.delete private': '404 403 403 403 204 404 404 404',
  'publicLinks.list live': '403 403 403 403 403 403 200 200',
  'projects.listPrivate live': '403 403 403 403 403 403 200 200',
  // Their role reaches it; a private one they have to let themselves into.
  'projects.grantMyself live': '403 403 403 403 403 403 422 422',
  'projects.grantMyself private': '403 403 403 403 403 403 200 200',
  'projects.get private': '404 200 200 200 200 404 404 404',
  'projects.update private': '404 403 403 200 200 404 404 404',
  'projects.delete private': '404 403 403 403 204 404 404 404',
  'projects.grants private': '404 200 200 200 200 404 404 404',
  'projects.grant private': '404 403 403 403 200 404 404 404',
  'projects.revokeGrant private': '404 403 403 403 204 404 404 404',
  'favourites.list live': '200 200 200 200 200 200 200 200',
  'projects.favourite live': '404 200 200 200 200 200 200 200',
  'projects.favourite own': '404 200 200 200 200 200 200 200',
  'projects.favourite private': '404 200 200 200 200 404 404 404',
  'projects.unfavourite live': '404 204 204 204 204 204 204 204',
  'projects.unfavourite own': '404 204 204 204 204 204 204 204',
  'projects.unfavourite private': '404 204 204 204 204 404 404 404',
  'cycles.list live': '404 200 200 200 200 200 200 200',
  'cycles.list own': '404 200 200 200 200 200 200 200',
  'cycles.list private': '404 200 200 200 200 404 404 404',
  'cycles.record live': '404 200 200 200 200 200 200 200',
  'cycles.record own': '404 200 200 200 200 200 200 200',
  'cycles.record private': '404 200 200 200 200 404 404 404',
  'cycles.update live': '404 403 403 200 200 200 200 200',
  'cycles.update own': '404 403 403 200 200 200 200 200',
  'cycles.update private': '404 403 403 200 200 404 404 404',
  'milestones.list live': '404 200 200 200 200 200 200 200',
  'milestones.list own': '404 200 200 200 200 200 200 200',
  'milestones.list private': '404 200 200 200 200 404 404 404',
  'milestones.create live': '404 403 403 201 201 201 201 201',
  'milestones.create own': '404 403 403 201 201 201 201 201',
  'milestones.create private': '404 403 403 201 201 404 404 404',
  'milestones.update live': '404 403 403 200 200 200 200 200',
  'milestones.update own': '404 403 403 200 200 200 200 200',
  'milestones.update private': '404 403 403 200 200 404 404 404',
  'milestones.delete live': '404 403 403 204 204 204 204 204',
  'milestones.delete own': '404 403 403 204 204 204 204 204',
  'milestones.delete private': '404 403 403 204 204 404 404 404',
  'milestones.restore live': '404 403 403 200 200 200 200 200',
  'milestones.restore own': '404 403 403 200 200 200 200 200',
  'milestones.restore private': '404 403 403 200 200 404 404 404',
  'tasks.create private': '404 403 403 201 201 404 404 404',
  'tasks.get private': '404 200 200 200 200 404 404 404',
  // The sample moves it into an open project.
  'tasks.update private': '404 403 403 200 200 404 404 404',
  'tasks.delete private': '404 403 403 403 204 404 404 404',
  'tasks.comments private': '404 200 200 200 200 404 404 404',
  'tasks.history private': '404 200 200 200 200 404 404 404',
  'relations.list private': '404 200 200 200 200 404 404 404',
  'checklist.list private': '404 200 200 200 200 404 404 404',
  'attachments.list private': '404 200 200 200 200 404 404 404',
  'attachments.file private': '404 200 200 200 200 404 404 404',
  'attachments.preview private': '404 200 200 200 200 404 404 404',
  'series.runs private': '404 200 200 200 200 404 404 404',
  'relations.create private': '404 403 403 201 201 404 404 404',
  'checklist.update private': '404 403 403 200 200 404 404 404',
  'attachments.update private': '404 403 403 200 200 404 404 404',
  'attachments.restore private': '404 403 403 200 200 404 404 404',
  'checklist.create private': '404 403 403 201 201 404 404 404',
  'attachments.create private': '404 403 403 201 201 404 404 404',
  'series.next private': '404 403 403 201 201 404 404 404',
  'series.skip private': '404 403 403 201 201 404 404 404',
  'relations.delete private': '404 403 403 204 204 404 404 404',
  'checklist.delete private': '404 403 403 204 204 404 404 404',
  'attachments.delete private': '404 403 403 204 204 404 404 404',
  'series.unskip private': '404 403 403 204 204 404 404 404',
  'tasks.comment private': '404 403 201 201 201 404 404 404',
  'trash.restore private': '404 403 403 403 200 404 404 404',
  'statuses.list live': '200 200 200 200 200 200 200 200',
  'statuses.create live': '403 403 403 403 403 403 201 201',
  'statuses.update live': '403 403 403 403 403 403 200 200',
  'statuses.delete live': '403 403 403 403 403 403 204 204',
  'labels.list live': '200 200 200 200 200 200 200 200',
  'labels.create live': '403 403 403 403 403 201 201 201',
  'labels.update live': '403 403 403 403 403 200 200 200',
  'labels.delete live': '403 403 403 403 403 403 204 204',
  'taskTypes.list live': '200 200 200 200 200 200 200 200',
  'taskTypes.create live': '403 403 403 403 403 403 201 201',
  'taskTypes.update live': '403 403 403 403 403 403 200 200',
  'taskTypes.delete live': '403 403 403 403 403 403 204 204',
  'taskTypes.restore live': '403 403 403 403 403 403 200 200',
  'fields.list live': '200 200 200 200 200 200 200 200',
  'fields.create live': '403 403 403 403 403 403 201 201',
  'fields.update live': '403 403 403 403 403 403 200 200',
  'fields.delete live': '403 403 403 403 403 403 204 204',
  'fields.restore live': '403 403 403 403 403 403 200 200',
  'templates.list live': '403 403 403 403 403 200 200 200',
  'templates.get live': '403 403 403 403 403 200 200 200',
  'templates.fromTask live': '404 403 403 403 403 201 201 201',
  'templates.fromTask own': '404 403 403 403 403 201 201 201',
  'templates.fromTask unfiled': '404 404 404 404 404 201 201 201',
  // Everybody reads a template: whoever manages a private project may tell of it, were they no guest.
  'templates.fromTask private': '404 403 403 403 403 404 404 404',
  'templates.fromProject live': '404 403 403 403 403 201 201 201',
  'templates.fromProject own': '404 403 403 403 403 201 201 201',
  'templates.fromProject private': '404 403 403 403 403 404 404 404',
  'templates.update live': '403 403 403 403 403 403 200 200',
  'templates.delete live': '403 403 403 403 403 403 204 204',
  'templates.restore live': '403 403 403 403 403 403 200 200',
  'templates.use live': '403 403 403 403 403 201 201 201',
  'views.list live': '200 200 200 200 200 200 200 200',
  'views.create live': '404 201 201 201 201 201 201 201',
  'views.update live': '404 404 404 404 404 200 200 200',
  'views.delete live': '404 404 404 404 404 403 204 204',
  'views.favourite live': '404 404 404 404 404 200 200 200',
  'views.unfavourite live': '404 404 404 404 404 204 204 204',
  'tasks.list live': '200 200 200 200 200 200 200 200',
  'tasks.changed live': '200 200 200 200 200 200 200 200',
  'tasks.create live': '404 403 403 201 201 201 201 201',
  'tasks.create unfiled': '404 404 404 404 404 201 201 201',
  'tasks.create trashed': '404 403 403 404 404 404 404 404',
  'tasks.get live': '404 200 200 200 200 200 200 200',
  'tasks.get own': '404 200 200 200 200 200 200 200',
  'tasks.get unfiled': '404 404 404 404 404 200 200 200',
  'tasks.update live': '404 403 403 200 200 200 200 200',
  'tasks.update own': '404 403 403 200 200 200 200 200',
  'tasks.update unfiled': '404 404 404 404 404 200 200 200',
  'tasks.delete live': '404 403 403 403 204 403 204 204',
  'tasks.delete own': '404 403 403 204 204 204 204 204',
  'tasks.delete unfiled': '404 404 404 404 404 403 204 204',
  'tasks.comments live': '404 200 200 200 200 200 200 200',
  'tasks.history live': '404 200 200 200 200 200 200 200',
  'relations.list live': '404 200 200 200 200 200 200 200',
  'checklist.list live': '404 200 200 200 200 200 200 200',
  'attachments.list live': '404 200 200 200 200 200 200 200',
  'attachments.file live': '404 200 200 200 200 200 200 200',
  'attachments.preview live': '404 200 200 200 200 200 200 200',
  'series.runs live': '404 200 200 200 200 200 200 200',
  'relations.create live': '404 403 403 201 201 201 201 201',
  'checklist.update live': '404 403 403 200 200 200 200 200',
  'attachments.update live': '404 403 403 200 200 200 200 200',
  'attachments.restore live': '404 403 403 200 200 200 200 200',
  'checklist.create live': '404 403 403 201 201 201 201 201',
  'attachments.create live': '404 403 403 201 201 201 201 201',
  'series.next live': '404 403 403 201 201 201 201 201',
  'series.skip live': '404 403 403 201 201 201 201 201',
  'relations.delete live': '404 403 403 204 204 204 204 204',
  'checklist.delete live': '404 403 403 204 204 204 204 204',
  'attachments.delete live': '404 403 403 204 204 204 204 204',
  'series.unskip live': '404 403 403 204 204 204 204 204',
  'tasks.comments own': '404 200 200 200 200 200 200 200',
  'tasks.history own': '404 200 200 200 200 200 200 200',
  'relations.list own': '404 200 200 200 200 200 200 200',
  'checklist.list own': '404 200 200 200 200 200 200 200',
  'attachments.list own': '404 200 200 200 200 200 200 200',
  'attachments.file own': '404 200 200 200 200 200 200 200',
  'attachments.preview own': '404 200 200 200 200 200 200 200',
  'series.runs own': '404 200 200 200 200 200 200 200',
  'relations.create own': '404 403 403 201 201 201 201 201',
  'checklist.update own': '404 403 403 200 200 200 200 200',
  'attachments.update own': '404 403 403 200 200 200 200 200',
  'attachments.restore own': '404 403 403 200 200 200 200 200',
  'checklist.create own': '404 403 403 201 201 201 201 201',
  'attachments.create own': '404 403 403 201 201 201 201 201',
  'series.next own': '404 403 403 201 201 201 201 201',
  'series.skip own': '404 403 403 201 201 201 201 201',
  'relations.delete own': '404 403 403 204 204 204 204 204',
  'checklist.delete own': '404 403 403 204 204 204 204 204',
  'attachments.delete own': '404 403 403 204 204 204 204 204',
  'series.unskip own': '404 403 403 204 204 204 204 204',
  'tasks.comments unfiled': '404 404 404 404 404 200 200 200',
  'tasks.history unfiled': '404 404 404 404 404 200 200 200',
  'relations.list unfiled': '404 404 404 404 404 200 200 200',
  'checklist.list unfiled': '404 404 404 404 404 200 200 200',
  'attachments.list unfiled': '404 404 404 404 404 200 200 200',
  'attachments.file unfiled': '404 404 404 404 404 200 200 200',
  'attachments.preview unfiled': '404 404 404 404 404 200 200 200',
  'series.runs unfiled': '404 404 404 404 404 200 200 200',
  'relations.create unfiled': '404 404 404 404 404 201 201 201',
  'checklist.update unfiled': '404 404 404 404 404 200 200 200',
  'attachments.update unfiled': '404 404 404 404 404 200 200 200',
  'attachments.restore unfiled': '404 404 404 404 404 200 200 200',
  'checklist.create unfiled': '404 404 404 404 404 201 201 201',
  'attachments.create unfiled': '404 404 404 404 404 201 201 201',
  'series.next unfiled': '404 404 404 404 404 201 201 201',
  'series.skip unfiled': '404 404 404 404 404 201 201 201',
  'relations.delete unfiled': '404 404 404 404 404 204 204 204',
  'checklist.delete unfiled': '404 404 404 404 404 204 204 204',
  'attachments.delete unfiled': '404 404 404 404 404 204 204 204',
  'series.unskip unfiled': '404 404 404 404 404 204 204 204',
  'tasks.comment live': '404 403 201 201 201 201 201 201',
  'tasks.comment own': '404 403 201 201 201 201 201 201',
  'tasks.comment unfiled': '404 404 404 404 404 201 201 201',
  // Made by the owner, or by the caller.
  // Of themselves everybody may ask; of others admins.
  'time.sheet live': '403 403 403 403 403 403 200 200',
  'time.sheet own': '200 200 200 200 200 200 200 200',
  'time.list live': '404 200 200 200 200 200 200 200',
  'time.list own': '404 200 200 200 200 200 200 200',
  'time.list unfiled': '404 404 404 404 404 200 200 200',
  'time.list private': '404 200 200 200 200 404 404 404',
  'time.create live': '404 403 201 201 201 201 201 201',
  'time.create own': '404 403 201 201 201 201 201 201',
  'time.create unfiled': '404 404 404 404 404 201 201 201',
  'time.create private': '404 403 201 201 201 404 404 404',
  'time.start live': '404 403 200 200 200 200 200 200',
  'time.start own': '404 403 200 200 200 200 200 200',
  'time.start unfiled': '404 404 404 404 404 200 200 200',
  'time.start private': '404 403 200 200 200 404 404 404',
  'time.update live': '404 403 403 403 403 403 403 200',
  'time.update own': '404 403 200 200 200 200 200 200',
  'time.update unfiled': '404 404 404 404 404 403 403 200',
  'time.update private': '404 403 403 403 403 404 404 404',
  'time.delete live': '404 403 403 403 204 403 204 204',
  'time.delete own': '404 403 204 204 204 204 204 204',
  'time.delete unfiled': '404 404 404 404 404 403 204 204',
  'time.delete private': '404 403 403 403 204 404 404 404',
  'time.restore live': '404 403 403 403 200 403 200 200',
  'time.restore own': '404 403 200 200 200 200 200 200',
  'time.restore unfiled': '404 404 404 404 404 403 200 200',
  'time.restore private': '404 403 403 403 200 404 404 404',
  'time.stop live': '200 200 200 200 200 200 200 200',
  'comments.update live': '404 403 403 403 403 403 403 200',
  'comments.update own': '404 403 200 200 200 200 200 200',
  'comments.update unfiled': '404 404 404 404 404 403 403 200',
  'comments.update private': '404 403 403 403 403 404 404 404',
  'comments.delete live': '404 403 403 403 204 403 204 204',
  'comments.delete own': '404 403 204 204 204 204 204 204',
  'comments.delete unfiled': '404 404 404 404 404 403 204 204',
  'comments.delete private': '404 403 403 403 204 404 404 404',
  'comments.restore live': '404 403 403 403 200 403 200 200',
  'comments.restore own': '404 403 200 200 200 200 200 200',
  'comments.restore unfiled': '404 404 404 404 404 403 200 200',
  'comments.restore private': '404 403 403 403 200 404 404 404',
  'comments.history live': '404 200 200 200 200 200 200 200',
  'comments.history own': '404 200 200 200 200 200 200 200',
  'comments.history unfiled': '404 404 404 404 404 200 200 200',
  'comments.history private': '404 200 200 200 200 404 404 404',
  'comments.react live': '404 403 200 200 200 200 200 200',
  'comments.react own': '404 403 200 200 200 200 200 200',
  'comments.react unfiled': '404 404 404 404 404 200 200 200',
  'comments.react private': '404 403 200 200 200 404 404 404',
  'comments.unreact live': '404 403 200 200 200 200 200 200',
  'comments.unreact own': '404 403 200 200 200 200 200 200',
  'comments.unreact unfiled': '404 404 404 404 404 200 200 200',
  'comments.unreact private': '404 403 200 200 200 404 404 404',
  'trash.list live': '200 200 200 200 200 200 200 200',
  'trash.restore live': '404 404 404 404 404 404 404 404',
  'trash.restore trashed': '404 403 403 403 200 403 200 200',
  'trash.restore own': '404 403 403 200 200 200 200 200',
  'trash.restore unfiled': '404 404 404 404 404 403 200 200',
  'ownTasks.list live': '200 200 200 200 200 200 200 200',
  'ownTasks.update private': '404 200 200 200 200 404 404 404',
  'ownTasks.update live': '404 200 200 200 200 200 200 200',
  'ownTasks.update own': '404 200 200 200 200 200 200 200',
  'ownTasks.update unfiled': '404 404 404 404 404 200 200 200',
  'ownTasks.update trashed': '404 404 404 404 404 404 404 404',
  'tasks.watch private': '404 200 200 200 200 404 404 404',
  'tasks.watch live': '404 200 200 200 200 200 200 200',
  'tasks.watch own': '404 200 200 200 200 200 200 200',
  'tasks.watch unfiled': '404 404 404 404 404 200 200 200',
  'tasks.watch trashed': '404 404 404 404 404 404 404 404',
  'tasks.updateMany private': '404 403 403 200 200 404 404 404',
  'tasks.updateMany live': '404 403 403 200 200 200 200 200',
  'tasks.updateMany own': '404 403 403 200 200 200 200 200',
  'tasks.updateMany unfiled': '404 404 404 404 404 200 200 200',
  'tasks.updateMany trashed': '404 404 404 404 404 404 404 404',
  'tasks.deleteMany trashed': '404 404 404 404 404 404 404 404',
  'tasks.deleteMany private': '404 403 403 403 200 404 404 404',
  'tasks.deleteMany live': '404 403 403 403 200 403 200 200',
  'tasks.deleteMany own': '404 403 403 200 200 200 200 200',
  'tasks.deleteMany unfiled': '404 404 404 404 404 403 200 200',
  'trash.restoreMany private': '404 403 403 403 200 404 404 404',
  'trash.restoreMany live': '404 404 404 404 404 404 404 404',
  'trash.restoreMany trashed': '404 403 403 403 200 403 200 200',
  'trash.restoreMany own': '404 403 403 200 200 200 200 200',
  'trash.restoreMany unfiled': '404 404 404 404 404 403 200 200',
  'exports.create live': '403 403 403 403 403 403 201 201',
  'exports.list live': '403 403 403 403 403 403 200 200',
  'exports.file live': '403 403 403 403 403 403 200 200',
  // A team with work in it takes no file, so that nothing is mixed up.
  'imports.create live': '403 403 403 403 403 403 422 422',
  'imports.list live': '403 403 403 403 403 403 200 200',
  'firstLoad.read live': '404 200 200 200 200 200 200 200',
  'search.read live': '200 200 200 200 200 200 200 200',
  'sync.read live': '200 200 200 200 200 200 200 200',
  'tokens.create live': '403 403 403 403 403 201 201 201',
  'audit.list live': '403 403 403 403 403 403 200 200',
  'audit.export live': '403 403 403 403 403 403 200 200',
  'audit.exportCsv live': '403 403 403 403 403 403 200 200',
  'audit.check live': '403 403 403 403 403 403 200 200',
};

/**
 * Somebody who acts in their own team, as its owner, with ids of another team of theirs: what is named is not there.
 * Where nothing is named they get what their team's owner gets.
 */
const IN_THE_WRONG_TEAM: Record<string, string> = {
  'members.get live': '404',
  'members.update live': '404',
  'members.reach live': '404',
  'members.transfer live': '404',
  'members.viewAs live': '404',
  'workTimes.update live': '404',
  'time.stop live': '404',
  'members.remove live': '404',
  // The caller's own membership is there, in either team; here they are the last owner.
  'members.remove own': '409',
  'invites.revoke live': '404',
  'invites.revoke own': '404',
  'exports.file live': '404',
  // Led by nobody of the other team.
  'projects.create live': '404',
  'invites.resend live': '404',
  'statuses.update live': '404',
  'statuses.delete live': '404',
  'labels.update live': '404',
  'labels.delete live': '404',
  'taskTypes.update live': '404',
  'taskTypes.delete live': '404',
  'taskTypes.restore live': '404',
  'fields.update live': '404',
  'fields.delete live': '404',
  'fields.restore live': '404',
  'templates.get live': '404',
  'templates.update live': '404',
  'templates.delete live': '404',
  'templates.restore live': '404',
  'templates.use live': '404',
  'views.create live': '404',
  'views.update live': '404',
  'views.delete live': '404',
  'views.favourite live': '404',
  'views.unfavourite live': '404',
  'tasks.create live': '404',
  'tasks.create unfiled': '404',
  'tasks.create trashed': '404',
  'tasks.create private': '404',
};

/** All that a program can be let do. */
const FOR_PROGRAMS = new Set(
  `tasks.list tasks.get tasks.history tasks.changed tasks.comments comments.history comments.update
  comments.delete comments.restore comments.react comments.unreact tasks.create tasks.update tasks.updateMany tasks.comment tasks.delete
  tasks.deleteMany trash.list trash.restore trash.restoreMany projects.list projects.get projects.create projects.update projects.delete projects.archive projects.unarchive projects.favourite projects.unfavourite statuses.list statuses.create
  relations.list relations.create relations.delete checklist.list checklist.create checklist.update checklist.delete
  attachments.list attachments.file attachments.preview attachments.create attachments.update attachments.delete attachments.restore
  time.list time.create time.update time.delete time.restore time.start time.stop time.sheet
  tasks.watch ownTasks.list ownTasks.update series.runs series.next series.skip series.unskip
  statuses.update statuses.delete labels.list labels.create labels.update labels.delete views.list views.create views.update views.delete views.favourite views.unfavourite favourites.list
  templates.list templates.get templates.fromTask templates.fromProject templates.update templates.delete templates.restore templates.use
  taskTypes.list taskTypes.create taskTypes.update taskTypes.delete taskTypes.restore
  fields.list fields.create fields.update fields.delete fields.restore
  milestones.list milestones.create milestones.update milestones.delete milestones.restore
  cycles.list cycles.update cycles.record teams.list members.list members.get workTimes.list billing.subscription search.read sync.read audit.list
  audit.check`.split(/\s+/),
);
/** Public routes that answer 401 because of what a browser did not bring. */
const FOR_BROWSERS = new Set(['auth.google', 'auth.verify', 'auth.refresh']);
/** Routes that say themselves who may, once they know the team. */
const FOR_PEOPLE_IN_TEAMS = new Set(['teams.restore', 'tokens.create', 'firstLoad.read']);

/** Routes whose work is looked for after the token: it stands in the body, or their service finds it. */
const FOUND_LATE = new Set([
  'tasks.create',
  'tasks.updateMany',
  'tasks.deleteMany',
  'tasks.watch',
  'trash.restoreMany',
  'ownTasks.update',
  'views.update',
  'views.delete',
  'views.favourite',
  'views.unfavourite',
  'time.stop',
]);

const FIRST_MEMBER = CALLERS.indexOf('guest');
const NO_SESSION: ReadonlySet<CallerName> = new Set([
  'anonymous',
  'ended session',
  'tampered cookie',
  'token ended',
]);
const OUTSIDERS: ReadonlySet<CallerName> = new Set(['no team', 'foreign owner', 'removed']);
const NAMES_WORK =
  /^(?:firstLoad\.|relations\.|publicLinks\.(?!list$)|templates\.from|checklist\.|attachments\.|time\.(?!sheet$|stop$)|series\.|milestones\.|cycles\.|ownTasks\.update|(projects|tasks|comments|trash)\.(?!list$|changed$|create$|listPrivate$))/;

/** @throws Error for a route that has no row: a new route needs its rights written down */
export function expectStatus(routeId: string, caller: CallerName, state: State): number {
  const cell = `${routeId} ${state}`;
  const anybody = FOR_ANYBODY[cell];
  if (anybody !== undefined) {
    const [none, expired, signedIn] = anybody.split(' ').map(Number);
    if (NO_SESSION.has(caller)) return none ?? 0;
    if (caller.startsWith('token')) return expectOfToken(routeId, caller, anybody);
    return (caller === 'expired session' ? expired : signedIn) ?? 0;
  }
  const isKnown = Object.keys(FOR_MEMBERS).some((name) => name.startsWith(`${routeId} `));
  if (!isKnown) throw new Error(`${routeId}: nobody wrote down who may do this`);
  if (NO_SESSION.has(caller) || caller === 'expired session') return 401;
  if (FOR_PEOPLE_IN_TEAMS.has(routeId) && caller.startsWith('token')) return 403;
  if (OUTSIDERS.has(caller) || caller === 'token of removed') return 404;
  const row = FOR_MEMBERS[cell];
  if (row === undefined) {
    // Of a deleted team nobody knows anything, and what is in the trash is reached through the trash only.
    if (state === 'team deleted' || state === 'trashed') return 404;
    throw new Error(`${cell}: nobody wrote down who may do this`);
  }
  const columns = row.split(' ').map(Number);
  if (caller === 'wrong team') {
    if (NAMES_WORK.test(routeId)) return 404;
    return Number(IN_THE_WRONG_TEAM[cell] ?? columns[7]);
  }
  if (caller === 'account leaving') return columns[5] ?? 0;
  if (caller.startsWith('token')) {
    const held = columns[caller === 'token of guest' ? 4 : 7] ?? 0;
    const mayNot = caller === 'token of guest' || !isInScope(routeId, caller);
    if (mayNot) return held === 404 && !FOUND_LATE.has(routeId) ? 404 : 403;
    return held;
  }
  return columns[CALLERS.indexOf(caller) - FIRST_MEMBER] ?? 0;
}

/** A program at a route without a team. Cookies are nothing to it, and what asks for a person refuses it. */
function expectOfToken(routeId: string, caller: CallerName, row: string): number {
  const [none = 0] = row.split(' ').map(Number);
  if (none !== 401 || FOR_BROWSERS.has(routeId)) return none;
  return routeId === 'teams.list' && isInScope(routeId, caller) ? 200 : 403;
}

function isInScope(routeId: string, caller: CallerName): boolean {
  return caller === 'token narrow' ? routeId === 'tasks.list' : FOR_PROGRAMS.has(routeId);
}
