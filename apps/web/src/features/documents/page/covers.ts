import type { DOCUMENT_COVERS } from '@hearth/contracts/documents/document-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

type CoverName = (typeof DOCUMENT_COVERS)[number];

export const COVER_LABELS: Record<CoverName, MessageDescriptor> = {
  dawn: msg`Dawn`,
  dusk: msg`Dusk`,
  meadow: msg`Meadow`,
  ocean: msg`Ocean`,
  sand: msg`Sand`,
  slate: msg`Slate`,
  rose: msg`Rose`,
  contours: msg`Contours`,
};
