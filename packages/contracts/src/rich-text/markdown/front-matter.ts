/** YAML between `---`, TOML between `+++`, at the start of the text, as written by site generators and note apps. */
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\r?\n([\s\S]*?)\r?\n\1[ \t]*(?:\r?\n|$)/;
/** Front matter must start with a key: `---` followed by prose is a divider. */
const KEY = /^(?:#.*\r?\n)*["']?\w[\w .-]*["']?[ \t]*(?:=|:(?:[ \t]|\r?\n|$))/;

interface FrontMatter {
  language: 'yaml' | 'toml';
  value: string;
  /** The text after the front matter. */
  rest: string;
}

export function cutFrontMatter(text: string): FrontMatter | null {
  const [whole, fence = '', value = ''] = FRONT_MATTER.exec(text) ?? [];
  if (whole === undefined || !KEY.test(value)) return null;
  return { language: fence === '---' ? 'yaml' : 'toml', value, rest: text.slice(whole.length) };
}
