import { version } from './version.ts';

interface Fault {
  /** The screen's route pattern. A URL would disclose ids of users' items. */
  screen: string;
  error: unknown;
  /** The stack of components that were rendering. */
  componentStack?: string | null;
  at: Date;
}

/** Formats the details needed to fix the fault as text to copy. */
export function writeFaultReport({ screen, error, componentStack, at }: Fault): string {
  const isError = error instanceof Error;
  const parts = [
    `Hearth ${version}`,
    `Screen: ${screen}`,
    `Time: ${at.toISOString()}`,
    `Message: ${isError ? `${error.name}: ${error.message}` : String(error)}`,
  ];
  if (isError && error.cause instanceof Error)
    parts.push(`Cause: ${error.cause.name}: ${error.cause.message}`);
  if (isError && error.stack !== undefined) parts.push('', error.stack);
  const components = componentStack?.trim() ?? '';
  if (components !== '') parts.push('', 'Components:', components);
  return parts.join('\n');
}
