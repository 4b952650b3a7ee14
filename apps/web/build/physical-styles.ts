import type { Finding } from './loose-texts.ts';

// Styles must use logical properties. Start and end are swapped in right-to-left languages, but left and right are not.

const PHYSICAL_NAME =
  /^(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)(?:-.+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right|top|bottom|(?:min-|max-)?(?:width|height))$/;
const PHYSICAL_VALUE: Record<string, RegExp> = {
  'text-align': /^(?:left|right)$/,
  float: /^(?:left|right)$/,
  clear: /^(?:left|right)$/,
  'caption-side': /^(?:left|right)$/,
};
/** Shorthands with four values. The second is the right side, and the fourth is the left side. */
const FOUR_SIDES =
  /^(?:margin|padding|inset|border-width|border-color|border-style|scroll-margin|scroll-padding)$/;

/** Returns the physical declarations of a stylesheet. */
export function findPhysicalStyles(file: string, css: string): Finding[] {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  const findings: Finding[] = [];
  for (const match of bare.matchAll(/(?<=[;{]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)) {
    const [declaration, name = '', value = ''] = match;
    if (!isPhysical(name, value.trim())) continue;
    const line = bare.slice(0, match.index).split('\n').length;
    findings.push({ file, line, text: declaration.replaceAll(/\s+/g, ' ') });
  }
  return findings;
}

/** Returns the physical properties in style objects of components: `style={{ marginLeft: 4 }}`. */
export function findPhysicalStyleObjects(file: string, source: string): Finding[] {
  const findings: Finding[] = [];
  for (const style of source.matchAll(/style=\{\{([^}]*)\}/g)) {
    for (const match of (style[1] ?? '').matchAll(/([A-Za-z]+)\s*:/g)) {
      const name = (match[1] ?? '').replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
      if (!PHYSICAL_NAME.test(name)) continue;
      const line = source.slice(0, style.index + match.index).split('\n').length;
      findings.push({ file, line, text: `style ${name}` });
    }
  }
  return findings;
}

function isPhysical(name: string, value: string): boolean {
  if (PHYSICAL_NAME.test(name)) return true;
  if (PHYSICAL_VALUE[name]?.test(value)) return true;
  if (!FOUR_SIDES.test(name)) return false;
  const sides = splitValues(value.replace(/\s*!important$/, ''));
  return sides.length === 4 && sides[1] !== sides[3];
}

/** Splits at spaces outside parentheses: `calc(1px + 2px) 0`. */
function splitValues(value: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const char of value) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ' ' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.filter((part) => part !== '');
}
