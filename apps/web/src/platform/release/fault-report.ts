import { version } from './version.ts';

interface Fault {
  /** The screen's pattern: an address would carry ids of people's work. */
  screen: string;
  error: unknown;
  /** Which components were being shown. */
  componentStack?: string | null;
  at: Date;
}

/** What somebody who mends it needs to know, as text to copy. */
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
