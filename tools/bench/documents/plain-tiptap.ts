import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';

const web = fileURLToPath(new URL('../../apps/web/', import.meta.url));
const PROGRAM = `
  import { Editor } from '@tiptap/core';
  import { StarterKit } from '@tiptap/starter-kit';
  const content = await (await fetch('/content')).json();
  new Editor({ element: document.querySelector('#text'), extensions: [StarterKit], content });`;
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Plain</title>
<style>body { font: 16px/1.6 sans-serif; max-width: 720px; margin: auto }</style><div id="text"></div>
<script type="module" src="/program.js"></script></html>`;

/** A page with nothing but Tiptap's editor and its starter kit: what ours is measured by. @returns its address, and how to stop */
export async function servePlainTiptap(
  content: RichText,
): Promise<{ address: string; close: () => Promise<void> }> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: web },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const answers: Record<string, [type: string, body: string]> = {
    '/': ['text/html', PAGE],
    '/program.js': ['text/javascript', outputFiles[0]?.text ?? ''],
    '/content': ['application/json', JSON.stringify(content)],
  };
  const server = createServer((request, answer) => {
    const [type, body] = answers[request.url ?? ''] ?? ['text/plain', ''];
    answer.setHeader('content-type', type).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
