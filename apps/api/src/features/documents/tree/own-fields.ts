import type { z } from 'zod';
import type { Document, documentsRoutes } from '@hearth/contracts/documents/documents';
import type { Actor } from '@hearth/contracts/permissions/permissions';

export type Body<I extends string> = z.output<
  Extract<(typeof documentsRoutes)[number], { id: I; body: z.ZodType }>['body']
>;

export interface TeamActor {
  teamId: string;
  actor: Actor;
}

export interface DocumentTarget extends TeamActor {
  documentId: string;
}

/** Returns the requested changes to fields that affect only the document itself, as opposed to moves and privacy changes. */
export function ownFields(body: Body<'documents.update'>): Partial<Document> {
  const { title, icon, cover, isFullWidth, position } = body;
  return Object.fromEntries(
    Object.entries({ title, icon, cover, isFullWidth, position }).filter(([, value]) => value !== undefined),
  );
}
