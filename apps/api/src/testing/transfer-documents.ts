import type { Attachment } from '@hearth/contracts/attachments/attachments';
import { FULL_DOCUMENT, line, make, textNode } from '@hearth/contracts/testing/rich-documents';
import { writeMarkdown } from '@hearth/contracts/rich-text/markdown/write-markdown';
import { attach, drawPng } from './attach.ts';
import { makeDocument } from './documents.ts';
import type { SignedIn } from './make.ts';

interface Crowd {
  owner: SignedIn;
  member: SignedIn;
  guest: SignedIn;
  projectId: string | undefined;
  deletedProjectId: string | undefined;
}

const NO_NAMES = { person: () => null, document: () => null };

/**
 * Creates documents in every state (nested, in a project, shared, private, with a file and a cover, as templates, archived, trashed) and
 * with every type of content.
 */
export async function makeDocuments(teamId: string, crowd: Crowd): Promise<void> {
  const { owner, member, guest, projectId, deletedProjectId } = crowd;
  const docs = `/teams/${teamId}/documents`;
  const put = (by: SignedIn, title: string, fields: object = {}) =>
    makeDocument(by, teamId, { title, ...fields });
  const top = await put(owner, 'Handbook “ज़”', {
    icon: '📘',
    markdown: writeMarkdown(FULL_DOCUMENT, NO_NAMES),
  });
  const below = await put(member, '', { parentId: top.id, cover: 'dusk' });
  await owner.patch(`${docs}/${below.id}`, { isFullWidth: true, markdown: mention(member, top.id) });
  const picture = await attach<{ attachment: Attachment }>(owner, `${docs}/${top.id}/attachments`, {
    name: 'ज़ cover.png',
    content: await drawPng(),
  });
  await owner.patch(`${docs}/${top.id}`, { cover: `attachment:${picture.body.attachment.id}` });
  await owner.send('PUT', `${docs}/${top.id}/grants/${guest.user.id}`, { body: { level: 'edit' } });

  const ofProject = await put(member, 'Plan', { projectId, markdown: '# Plan\n\nFirst' });
  const hidden = await put(owner, 'Salaries', {
    isPrivate: true,
    parentId: ofProject.id,
    markdown: 'Secret',
  });
  await put(owner, 'Salaries of 2025', { parentId: hidden.id });
  await owner.send('PUT', `${docs}/${hidden.id}/grants/${member.user.id}`, { body: { level: 'view' } });
  await put(member, 'Member’s own', { isPrivate: true });
  await put(owner, 'Form', { isTemplate: true, markdown: '- [ ] one\n- [x] two' });

  const old = await put(owner, 'Old');
  await put(owner, 'Older', { parentId: old.id });
  await owner.send('PUT', `${docs}/${old.id}/archive`);
  const trashed = await put(owner, 'Gone', { parentId: top.id });
  await put(owner, 'Gone along', { parentId: trashed.id, markdown: 'Still here' });
  await owner.delete(`${docs}/${trashed.id}`);
  await put(owner, 'Goes with its project', { projectId: deletedProjectId });
}

function mention({ user }: SignedIn, documentId: string): string {
  const text = line(
    make('mention', { id: user.id }),
    textNode(' wrote '),
    make('documentLink', { id: documentId }),
  );
  return writeMarkdown({ type: 'doc', content: [text] }, NO_NAMES);
}
