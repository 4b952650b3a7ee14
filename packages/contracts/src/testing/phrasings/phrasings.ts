import { COMMAND_FAMILIES, type CommandFamily } from '#assistant/command-values.ts';
import { ASK_PHRASINGS } from './ask-phrasings.ts';
import { CHANGE_PHRASINGS } from './change-phrasings.ts';
import { CONTROL_PHRASINGS } from './control-phrasings.ts';
import { CREATE_PHRASINGS } from './create-phrasings.ts';
import { FIND_PHRASINGS } from './find-phrasings.ts';
import type { Phrasing } from './phrasing-context.ts';
import { REPORT_PHRASINGS } from './report-phrasings.ts';

/*
 * Phrasings of each family, written before the grammar. Every third phrasing was held out while the grammar was built.
 * docs/operations/assistant.md reports how many of these were understood the first time.
 */
const BY_FAMILY: Readonly<Record<CommandFamily, readonly Phrasing[]>> = {
  create: CREATE_PHRASINGS,
  change: CHANGE_PHRASINGS,
  ask: ASK_PHRASINGS,
  find: FIND_PHRASINGS,
  report: REPORT_PHRASINGS,
  control: CONTROL_PHRASINGS,
};

export const PHRASINGS = COMMAND_FAMILIES.flatMap((family) =>
  BY_FAMILY[family].map(([text, understood], at) => ({
    family,
    text,
    understood,
    isKeptAside: at % 3 === 2,
  })),
);
