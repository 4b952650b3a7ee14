/** The "common" languages of lowlight by their id in the document. Language names are not translated. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  go: 'Go',
  graphql: 'GraphQL',
  ini: 'INI, TOML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  less: 'Less',
  lua: 'Lua',
  makefile: 'Makefile',
  markdown: 'Markdown',
  objectivec: 'Objective-C',
  perl: 'Perl',
  php: 'PHP',
  python: 'Python',
  r: 'R',
  ruby: 'Ruby',
  rust: 'Rust',
  scss: 'SCSS',
  shell: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  typescript: 'TypeScript',
  vbnet: 'VB.NET',
  wasm: 'WebAssembly',
  xml: 'HTML, XML',
  yaml: 'YAML',
};

/** The aliases of these languages in the highlighter. People write them after the fence of a code block. */
const ALIASES: Readonly<Record<string, string>> = {
  bash: 'sh zsh',
  c: 'h',
  cpp: 'cc c++ h++ hpp hh hxx cxx',
  csharp: 'cs c#',
  diff: 'patch',
  go: 'golang',
  graphql: 'gql',
  ini: 'toml',
  java: 'jsp',
  javascript: 'js jsx mjs cjs',
  json: 'jsonc json5',
  kotlin: 'kt kts',
  lua: 'pluto',
  makefile: 'mk mak make',
  markdown: 'md mkdown mkd',
  objectivec: 'mm objc obj-c obj-c++ objective-c++',
  perl: 'pl pm',
  python: 'py gyp ipython',
  ruby: 'rb gemspec podspec thor irb',
  rust: 'rs',
  shell: 'console shellsession',
  typescript: 'ts tsx mts cts',
  vbnet: 'vb',
  xml: 'html xhtml rss atom xjb xsd xsl plist wsf svg',
  yaml: 'yml',
};

const IDS: ReadonlyMap<string, string> = new Map([
  ...Object.keys(LANGUAGES).map((id) => [id, id] as const),
  ...Object.entries(ALIASES).flatMap(([id, names]) => names.split(' ').map((name) => [name, id] as const)),
]);

/** Returns the id of the language of a code block, which is an id or an alias. Returns null if the language is unknown. */
export function findLanguage(language: string): string | null {
  return IDS.get(language.toLowerCase()) ?? null;
}

export function nameLanguage(language: string): string {
  return LANGUAGES[findLanguage(language) ?? ''] ?? language;
}
