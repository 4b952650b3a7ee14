import { markInputRule, type AnyExtension, type Mark } from '@tiptap/core';
import { SPECIAL_NAMES } from '@hearth/contracts/rich-text/markdown/special-names-values';

/**
 * The signs around typed text that format it. Unlike in Tiptap's own rules, the text neither begins nor ends with a space, as in Markdown:
 * `5 * 3 * 2` is a calculation. Names such as `__init__` remain text.
 */
const SIGNS: Readonly<Record<string, readonly RegExp[]>> = {
  bold: [
    /(?:^|\s)(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$/,
    new RegExp(`(?:^|\\s)(__(?!\\s|(?:${SPECIAL_NAMES})__)([^_]+)(?<!\\s)__)$`),
  ],
  italic: [/(?:^|\s)(\*(?!\s)([^*]+)(?<!\s)\*)$/, /(?:^|\s)(_(?!\s)([^_]+)(?<!\s)_)$/],
  strike: [/(?:^|\s)(~~(?!\s)([^~]+)(?<!\s)~~)$/],
};

/** Replaces the input rules of a mark. */
export function withTypedSigns(extension: AnyExtension): AnyExtension {
  const signs = SIGNS[extension.name];
  if (signs === undefined || extension.type !== 'mark') return extension;
  return (extension as Mark).extend({
    addInputRules() {
      return signs.map((find) => markInputRule({ find, type: this.type }));
    },
  });
}
