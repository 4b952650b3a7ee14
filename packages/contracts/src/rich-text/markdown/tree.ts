import type { fromMarkdown } from 'mdast-util-from-markdown';

/* The Markdown syntax tree (mdast), as returned by its parser. */

type Root = ReturnType<typeof fromMarkdown>;
export type RootContent = Root['children'][number];
export type Nodes = Root | RootContent;

type NodeOf<Type extends RootContent['type']> = Extract<RootContent, { type: Type }>;

export type Blockquote = NodeOf<'blockquote'>;
export type Definition = NodeOf<'definition'>;
export type FootnoteDefinition = NodeOf<'footnoteDefinition'>;
export type Html = NodeOf<'html'>;
export type List = NodeOf<'list'>;
export type ListItem = NodeOf<'listItem'>;
export type Paragraph = NodeOf<'paragraph'>;
export type Table = NodeOf<'table'>;

export type BlockContent = Blockquote['children'][number];
export type PhrasingContent = Paragraph['children'][number];
