import type { ErrorCode } from '@hearth/contracts/core/errors';
import { AppError } from '#platform/errors.ts';
import { refusalTextsOf, type RefusalTexts } from './refusal-texts.ts';

/** A tool's refusal in the language of the user. Details of all other errors are in English. */
export class ToolRefusal extends AppError {
  constructor(locale: string, read: (texts: RefusalTexts) => string, code: ErrorCode = 'INVALID_STATE') {
    super(code, read(refusalTextsOf(locale)));
  }
}

/** Returns the reason of a failed tool call in the language of the user. */
export function explainFailure(locale: string, error: AppError): string {
  const text = error instanceof ToolRefusal ? undefined : refusalTextsOf(locale).byCode[error.code];
  return text ?? error.detail;
}
