import { InputRule, PasteRule, type Editor, type InputRuleMatch, type PasteRuleMatch } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import type { MarkType } from '@tiptap/pm/model';
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
    handler({ state: { tr, schema }, range, match }) {
      const address = String(match.data?.['address']);
      const href = addScheme(address);
      const [from, to] = [range.from, range.from + address.length];
      const isTaken = [link, schema.marks['code']].some(
        (mark) => mark && tr.doc.rangeHasMark(from, to, mark),
      );
      if (isTaken || !isSafeAddress(href) || tr.doc.textBetween(from, to) !== address) return;
      const mark = link.create({ href });
      const [space] = match[0].slice(range.to - from);
      if (space === '\n') {
        // The Enter key then splits the block as usual.
        editor.view.dispatch(editor.state.tr.addMark(from, to, mark));
        return;
      }
      tr.addMark(from, to, mark).removeStoredMark(link);
      // Input methods have already inserted the space.
      if (space !== undefined) tr.insertText(space, range.to);
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
