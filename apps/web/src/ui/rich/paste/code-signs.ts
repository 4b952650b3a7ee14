/* Patterns that identify source code. It resembles Markdown but must be pasted verbatim. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

const CODE_LINES = [
  // Line ends of statements and blocks.
  /[;{}]\s*$/,
  /^\s*[\])}]+[;,)]*\s*$/,
  // Declarations and imports.
  /^\s*(?:import\s+[\w.{*"']+|from\s+[\w.]+\s+import\b|#include\b|#!\/|using\s+[\w.]+;|package\s+[\w.]+;?$)/,
  /^\s*(?:export\s+)?(?:const|let|var|final|static|public|private|export)\s+[\w<>[\]{},\s]+[=({:]/,
  /^\s*(?:async\s+)?(?:def|fn|func|function|class|struct|enum|interface)\s+\w+\s*[({:<]/,
  // Control flow.
  /^\s*(?:\}\s*)?(?:if|for|while|elif|else if|switch|catch)\s*\(.*\)\s*\{?\s*$/,
  /^\s*(?:if|for|while|elif|with|try|except|else)\b[^.,]*:\s*$/,
  // Assignments, calls, JSON keys.
  /^\s*(?:export\s+)?[\w.$[\]"'-]+\s*(?:[-+*/|&%:?]?=(?!=)|=>|\+\+)\s*\S*/,
  /^\s*(?:await\s+|return\s+)?[\w.$]+\(.*\)[;,]?\s*$/,
  /^\s*"[^"]+"\s*:\s/,
  // Comments other than those of Markdown, tags, decorators.
  /^\s*(?:\/\/|\/\*|\*\/|<!--|-- )/,
  /^\s*<\/?(?!(?:br|details|summary|u)\b)[a-z][\w-]*(?:\s[^>]*)?\/?>/i,
  /^\s*@\w+\(/,
  // Shell commands, build files, diffs, configuration sections.
  /^\s*\$\s+\S/,
  /^(?:FROM|RUN|COPY|CMD|ENV|WORKDIR|EXPOSE|ENTRYPOINT|ARG|ADD)\s+\S/,
  /^(?:@@ |diff --git |index [0-9a-f]{7}|--- [ab]\/|\+\+\+ [ab]\/)/,
  /^\s*\[[\w.:-]+\]\s*$/,
];

/** Whether the lines are source code. It is enough that a third of the lines match, because much source code resembles prose. */
export function isLikeCode(lines: readonly string[]): boolean {
  const some = lines.filter((line) => line.trim() !== '');
  const count = some.filter((line) => CODE_LINES.some((sign) => sign.test(line))).length;
  return (count > 0 && count * 3 >= some.length) || isLikeYaml(lines);
}

const YAML_KEY = /^\s*(?:-\s+)*(?:[a-z_][\w./-]*|"[^"]+"|'[^']+'):(?:\s|$)/;
const YAML_ITEM = /^\s*-\s/;
const YAML_COMMENT = /^\s*#/;
const YAML_DOCUMENT = /^(?:---|\.\.\.)(?:\s|$)/;
/** A key whose value is the block of text below it. */
const YAML_TEXT = /:\s*[|>][-+\d]*\s*(?:#.*)?$/;

/**
 * Whether the lines are YAML: mostly keys, or nested keys and items only. At least one key does not follow a dash: `- name: a` alone is a
 * word list.
 */
function isLikeYaml(lines: readonly string[]): boolean {
  const some = withoutBlocks(lines).filter(
    (line) => line.trim() !== '' && !YAML_COMMENT.test(line) && !YAML_DOCUMENT.test(line),
  );
  const keys = some.filter((line) => YAML_KEY.test(line));
  if (keys.length < 2 || keys.every((line) => /^\s*-/.test(line))) return false;
  const isNested = keys.some((line) => /^\s+[^\s-]/.test(line));
  return (
    keys.length * 2 > some.length ||
    (isNested && some.every((line) => YAML_KEY.test(line) || YAML_ITEM.test(line)))
  );
}

/** Whether the lines have a key, and nothing but keys, items and comments. */
export function isYamlOnly(lines: readonly string[]): boolean {
  const some = withoutBlocks(lines);
  const isYaml = (line: string): boolean =>
    [YAML_KEY, YAML_COMMENT, YAML_DOCUMENT, YAML_ITEM].some((sign) => sign.test(line));
  return some.some((line) => YAML_KEY.test(line)) && some.every(isYaml);
}

/** Returns the lines without the texts of keys such as `run: |`. */
function withoutBlocks(lines: readonly string[]): string[] {
  let depth = Infinity;
  return lines.filter((line) => {
    const indent = line.search(/\S/);
    if (indent === -1 || indent > depth) return false;
    depth = YAML_TEXT.test(line) && YAML_KEY.test(line) ? indent : Infinity;
    return true;
  });
}

/** Returns the lines outside fenced code blocks, and whether there is a fence. */
export function findFences(lines: readonly string[]): { lines: string[]; hasFence: boolean } {
  const outside: string[] = [];
  let open = '';
  let hasFence = false;
  for (const line of lines) {
    const [, fence = ''] = FENCE.exec(line) ?? [];
    if (open === '' && fence !== '') {
      open = fence;
      hasFence = true;
    } else if (open === '') outside.push(line);
    else if (fence.startsWith(open) && line.trim() === fence) open = '';
  }
  return { lines: outside, hasFence };
}
