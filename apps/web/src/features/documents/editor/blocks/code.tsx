import { useLingui } from '@lingui/react/macro';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '#platform/actions/copy-text.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { Code } from '#ui/rich/rich-schema.ts';
import { drawBlock, type BlockPortals, type BlockProps } from './block-portals.ts';
import { createHighlighting } from './code-highlighting.ts';
import { findLanguage, LANGUAGES, nameLanguage } from './code-languages.ts';
import styles from './blocks.module.css';

/** A code block with a language, a copy button and highlighting. */
export function createCode(portals: BlockPortals) {
  return Code.extend({
    addNodeView() {
      return drawBlock(portals, {
        className: styles.code,
        View: CodeHead,
        content: 'pre',
        // Code is left to right in every language.
        describe: () => ({ dir: 'ltr' }),
      });
    },
    addProseMirrorPlugins() {
      return [...(this.parent?.() ?? []), createHighlighting()];
    },
  }).configure({ enableTabIndentation: true });
}

const PLAIN = 'plain';
/** Names of plain text after the fence of a code block. */
const PLAIN_NAMES = new Set([PLAIN, 'plaintext', 'text', 'txt']);

function CodeHead({ node, editor, setAttrs, readText }: BlockProps) {
  const { t } = useLingui();
  const language = typeof node.attrs['language'] === 'string' ? node.attrs['language'] : PLAIN;
  const isPlain = PLAIN_NAMES.has(language.toLowerCase());
  const name = isPlain ? t`Plain text` : nameLanguage(language);
  const selected = isPlain ? PLAIN : (findLanguage(language) ?? language);
  return (
    <div className={styles.codeHead} dir="auto">
      {editor.isEditable ? (
        <Picker
          label={t`Language`}
          isSearchable
          options={[
            { value: PLAIN, label: t`Plain text` },
            ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
          ]}
          selected={[selected]}
          onPick={(picked) => {
            // An alias of the same language is kept.
            if (picked !== selected) setAttrs({ language: picked === PLAIN ? null : picked });
          }}
        >
          <span className={styles.language}>{name}</span>
        </Picker>
      ) : (
        <span className={styles.language}>{name}</span>
      )}
      <IconButton
        className={styles.copy}
        label={t`Copy the code`}
        onClick={() => void copyText(readText(), t`Code copied`)}
      >
        <IconCopy size={15} stroke={1.7} />
      </IconButton>
    </div>
  );
}
