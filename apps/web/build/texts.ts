import { fileURLToPath } from 'node:url';
import type { PluginObject, types as BabelTypes } from '@babel/core';
import { getConfig } from '@lingui/conf';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { lingui } from '@lingui/vite-plugin';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import type { PluginOption } from 'vite';

type Preset = ReturnType<typeof defineRolldownBabelPreset>;

const configPath = fileURLToPath(new URL('../lingui.config.ts', import.meta.url));

/** Compiles catalogs (`.po`) and macros. `presets` are Babel presets that run after the macros. */
export function buildTextsPlugins(presets: Preset[] = []): PluginOption[] {
  return [
    lingui({ configPath, failOnCompileError: true }),
    // Babel runs presets from the last to the first.
    babel({ presets: [...presets, buildMacrosPreset()] }),
  ];
}

/** Compiles English in place. No first screen waits for a catalog, and browsers do not need the message parser (7 kB). */
function buildMacrosPreset(): Preset {
  const macros = '@lingui/babel-plugin-lingui-macro';
  const options = { descriptorFields: 'message', linguiConfig: getConfig({ configPath }) };
  return defineRolldownBabelPreset({
    preset: () => ({ plugins: [[macros, options], compileEnglish] }),
    rolldown: { filter: { code: /from ['"]@lingui\/(?:core|react)\/macro['"]/ } },
  });
}

/** Replaces `message: 'Hello {name}'` with the compiled message that the runtime expects. Plain sentences stay strings. */
function compileEnglish({ types: t }: { types: typeof BabelTypes }): PluginObject {
  return {
    visitor: {
      Program: {
        // On enter, like the macros, and before the React compiler splits the objects.
        enter(program) {
          program.traverse({
            ObjectProperty({ node, parent }) {
              const isText = parent.leadingComments?.some((comment) => comment.value === '* i18n ');
              if (!isText || !t.isIdentifier(node.key, { name: 'message' })) return;
              if (t.isStringLiteral(node.value)) node.value = t.valueToNode(compileMessage(node.value.value));
            },
          });
        },
      },
    },
  };
}
