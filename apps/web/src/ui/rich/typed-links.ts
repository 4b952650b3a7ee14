import { InputRule, PasteRule, type Editor, type InputRuleMatch, type PasteRuleMatch } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import { closeHistory } from '@tiptap/pm/history';
import type { MarkType, Node } from '@tiptap/pm/model';
import { isSafeAddress } from '@hearth/contracts/rich-text/rich-text-values';

/** Links typed and pasted URLs and email addresses. */
export const TypedLink = Link.extend({
  addAttributes() {
    return { href: { default: null } };
  },
  addPasteRules() {
    // `[text](address)` becomes a link when typed. When pasted, it is handled as Markdown or verbatim text.
    const isAllowedUri = (address: string): boolean => isSafeAddress(address) || isMail(address);
    const options = { ...this.options, isAllowedUri, markdownLinks: false };
    const rules = Link.config.addPasteRules?.call({ ...this, options, parent: undefined }) ?? [];
    return rules.map(({ find, handler }) => {
      const findPasted = (text: string): PasteRuleMatch[] => {
        const found = typeof find === 'function' ? (find(text) ?? []) : [];
        return found.filter((one) => !isMail(one.text) || isWholeMail(text, one));
      };
      return new PasteRule({ find: findPasted, handler });
    });
  },
  addInputRules() {
    const options = { ...this.options, isAllowedUri: isTypedAddress };
    const rules = Link.config.addInputRules?.call({ ...this, options, parent: undefined }) ?? [];
    const typed = rules.map(({ find, handler, undoable }) => {
      const findTyped = (text: string): InputRuleMatch | null => {
        const found = find instanceof RegExp ? null : find(text);
        const href = addScheme(String(found?.data?.['href']));
        return found === null ? null : { ...found, data: { ...found.data, href } };
      };
      return new InputRule({ find: findTyped, handler, undoable });
    });
    // The paste rule contains the only search for addresses that the package exports.
    const context = { ...this, options: { ...options, markdownLinks: false }, parent: undefined };
    const [search] = Link.config.addPasteRules?.call(context) ?? [];
    return [...typed, createTypedLinks(this.editor, this.type, search?.find)];
  },
  addProseMirrorPlugins() {
    // The input rule replaces the plugin for typed addresses. That plugin would link an address again whose link was just undone.
    const options = { ...this.options, autolink: false };
    return Link.config.addProseMirrorPlugins?.call({ ...this, options, parent: undefined }) ?? [];
  },
});

/** Punctuation around an address, which is not a part of it. */
const BEFORE = /^["'“„‘‚«»‹›([<¿¡]*$/;
const AFTER = /^[)\]>"'”“’‘»«›‹.,;:!?…。，、]*$/;

/** Links the address in a typed word, in an undo step of its own. */
function createTypedLinks(editor: Editor, link: MarkType, search: PasteRule['find'] | undefined): InputRule {
  return new InputRule({
    find(text) {
      const [, word = ''] = /(\S+)\s$/.exec(text) ?? [];
      const [found, another] = typeof search === 'function' ? (search(word) ?? []) : [];
      if (found === undefined || another !== undefined) return null;
      const after = word.slice(found.index + found.text.length);
      if (!BEFORE.test(word.slice(0, found.index)) || !AFTER.test(after)) return null;
      const index = text.length - 1 - word.length + found.index;
      return { index, text: text.slice(index), data: { address: found.text } };
    },
    handler({ state: { tr, schema, selection }, range, match }) {
      const shown = range.to > range.from ? tr.doc.textBetween(range.from, range.to) : '';
      // The typed text replaces other text.
      if (!selection.empty || !match[0].startsWith(shown)) return null;
      const address = String(match.data?.['address']);
      const mark = link.create({ href: addScheme(address) });
      const [from, to] = [range.from, range.from + address.length];
      const isFree = (doc: Node): boolean =>
        isTypedAddress(address) &&
        doc.textBetween(from, to) === address &&
        ![link, schema.marks['code']].some((one) => one && doc.rangeHasMark(from, to, one));
      // Dictation inserts several words at once. Input methods have already inserted the text.
      const length = match[0].length - (range.to - from);
      const typed = length > 0 ? (match.input ?? '').slice(-length) : '';
      if (typed === '\n') {
        // The Enter key then splits the block as usual.
        if (isFree(tr.doc)) editor.view.dispatch(editor.state.tr.addMark(from, to, mark));
        return null;
      }
      if (typed !== '') tr.insertText(typed, range.to);
      if (!isFree(tr.doc)) return null;
      closeHistory(tr).addMark(from, to, mark).removeStoredMark(link);
      return undefined;
    },
  });
}

/** Adds the scheme that people omit. Other addresses without a scheme may be file names: `notes.md`. */
function addScheme(address: string): string {
  if (isMail(address)) return `mailto:${address}`;
  return /^www\.[^./]/i.test(address) ? `https://${address}` : address;
}

function isTypedAddress(address: string): boolean {
  return isSafeAddress(addScheme(address));
}

function isMail(address: string): boolean {
  return /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(address);
}

/** Whether an email address in a text is not a part of something else, such as `git@example.com:a/b.git`. */
function isWholeMail(text: string, { index, text: mail }: PasteRuleMatch): boolean {
  return (
    !/[\p{L}\p{N}@:/]$/u.test(text.slice(0, index)) &&
    !/^(?::\S|[@/\\])/.test(text.slice(index + mail.length))
  );
}
