import { DANGER_TOOLS } from './danger-tools.ts';
import { FIGURE_TOOLS } from './figure-tools.ts';
import { LIST_TOOLS } from './list-tools.ts';
import { READ_TOOLS } from './read-tools.ts';
import { REPORT_TOOLS } from './report-tools.ts';
import type { Tool } from './tool.ts';
import { WRITE_TOOLS } from './write-tools.ts';

/** All tools, shared by models, the built-in assistant and programs. */
export const TOOLS: readonly Tool[] = [
  ...READ_TOOLS,
  ...LIST_TOOLS,
  ...REPORT_TOOLS,
  ...FIGURE_TOOLS,
  ...WRITE_TOOLS,
  ...DANGER_TOOLS,
];
