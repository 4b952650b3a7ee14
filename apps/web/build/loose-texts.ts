import { parseSync, traverse, type NodePath, type types as t } from '@babel/core';

// A finding: user-visible text that does not go through a Lingui macro and would never be translated.

export interface Finding {
  file: string;
  line: number;
  text: string;
}

/** Component properties that are displayed or announced by a screen reader. */
const SHOWN = new Set([
  'action',
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'error',
  'heading',
  'hint',
  'label',
  'lead',
  'placeholder',
  'title',
  'tooltip',
]);

/** Functions whose first argument is displayed or announced. */
const SPEAKERS = new Set(['announce', 'showError', 'showToast', 'useTitle', 'setProblem']);

/** Elements whose content is handled by the macros or is not natural language. */
const TAKEN = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal', 'kbd', 'code']);

/** Methods that format or sort in the browser's language. `ui/format/formats.ts` uses the user's language instead. */
const FOREIGN_FORMATS = new Set([
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'localeCompare',
]);
const FORMATS_FILE = 'src/ui/format/formats.ts';

/** Names that are the same in every language. */
const NAMES = new Set(['Hearth', 'Google', 'GitHub', 'Esc']);

/** Finds untranslated user-visible text and formatting that does not follow the user's language. */
export function findLooseTexts(file: string, source: string): Finding[] {
  const parsed = parseSync(source, {
    babelrc: false,
    configFile: false,
    filename: file,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
  });
  if (parsed === null) throw new Error(`${file} could not be read.`);
  const findings: Finding[] = [];
  const report = (node: t.Node, text: string) =>
    findings.push({ file, line: node.loc?.start.line ?? 0, text: text.trim().replaceAll(/\s+/g, ' ') });
  const reportTexts = (node: t.Node | null | undefined) => {
    for (const part of node ? findTexts(node) : []) report(part.node, part.text);
  };

  traverse(parsed, {
    JSXText(path) {
      if (isNaturalText(path.node.value) && !isTaken(path)) report(path.node, path.node.value);
    },
    JSXExpressionContainer(path) {
      const { expression } = path.node;
      if (expression.type === 'JSXEmptyExpression') return;
      if (path.parent.type === 'JSXElement' || path.parent.type === 'JSXFragment') {
        if (!isTaken(path)) reportTexts(expression);
      }
    },
    JSXAttribute(path) {
      const name = path.node.name.type === 'JSXIdentifier' ? path.node.name.name : '';
      if (!SHOWN.has(name)) return;
      const { value } = path.node;
      reportTexts(value?.type === 'JSXExpressionContainer' ? value.expression : value);
    },
    ObjectProperty({ node, parent }) {
      // The `title` of a problem is not displayed. `platform/texts/error-messages.ts` explains problems by their code.
      if (parent.type === 'ObjectExpression' && parent.properties.some((other) => nameOf(other) === 'code'))
        return;
      const name = nameOf(node);
      // In an object, lower-case values are identifiers: `title: 'tasks-title'`.
      if (SHOWN.has(name) && node.value.type === 'StringLiteral' && /^\p{Lu}\p{Ll}/u.test(node.value.value)) {
        reportTexts(node.value);
      }
    },
    CallExpression({ node }) {
      if (node.callee.type === 'Identifier' && SPEAKERS.has(node.callee.name)) reportTexts(node.arguments[0]);
      if (file.endsWith(FORMATS_FILE) || node.callee.type !== 'MemberExpression') return;
      const { property } = node.callee;
      if (property.type === 'Identifier' && FOREIGN_FORMATS.has(property.name))
        report(node, `${property.name}()`);
    },
    NewExpression({ node, parent }) {
      if (file.endsWith(FORMATS_FILE) || node.callee.type !== 'MemberExpression') return;
      const { object, property } = node.callee;
      if (object.type !== 'Identifier' || object.name !== 'Intl' || property.type !== 'Identifier') return;
      // Reading the browser's options formats nothing.
      if (parent.type === 'MemberExpression' && nameOfMember(parent) === 'resolvedOptions') return;
      // Grapheme boundaries are the same in all languages.
      if (property.name !== 'Segmenter') report(node, `new Intl.${property.name}()`);
    },
  });
  return findings;
}

function nameOfMember({ property }: t.MemberExpression): string {
  return property.type === 'Identifier' ? property.name : '';
}

function nameOf(property: t.Node): string {
  if (property.type !== 'ObjectProperty') return '';
  if (property.key.type === 'Identifier') return property.key.name;
  return property.key.type === 'StringLiteral' ? property.key.value : '';
}

/** Returns the plain strings that an expression may evaluate to. Tagged templates are macros and excluded. */
function findTexts(node: t.Node): { node: t.Node; text: string }[] {
  switch (node.type) {
    case 'StringLiteral':
      return isNaturalText(node.value) ? [{ node, text: node.value }] : [];
    case 'TemplateLiteral': {
      const text = node.quasis.map(({ value }) => value.cooked ?? '').join('…');
      return isNaturalText(text) ? [{ node, text }] : [];
    }
    case 'ConditionalExpression':
      return [...findTexts(node.consequent), ...findTexts(node.alternate)];
    case 'LogicalExpression':
      return [...findTexts(node.left), ...findTexts(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...findTexts(node.left), ...findTexts(node.right)] : [];
    default:
      return [];
  }
}

function isNaturalText(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !NAMES.has(text.trim());
}

function isTaken(path: NodePath): boolean {
  return (
    path.findParent(({ node }) => {
      if (node.type !== 'JSXElement') return false;
      const { name } = node.openingElement;
      return name.type === 'JSXIdentifier' && TAKEN.has(name.name);
    }) !== null
  );
}
