import type { Document } from '@hearth/contracts/documents/documents';
import type { BodyOf } from '#platform/feature.ts';
import type { Actor } from '@hearth/contracts/permissions/permissions';

export interface TeamActor {
  teamId: string;
  actor: Actor;
}

export interface DocumentTarget extends TeamActor {
  documentId: string;
}

/** Returns the requested changes to fields that affect only the document itself, as opposed to moves and privacy changes. */
export function ownFields(body: BodyOf<'documents.update'>): Partial<Document> {
  const { title, icon, cover, isFullWidth, position } = body;
  return Object.fromEntries(
    Object.entries({ title, icon, cover, isFullWidth, position }).filter(([, value]) => value !== undefined),
  );
}
