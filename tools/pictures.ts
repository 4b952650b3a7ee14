import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright-core';
import { startProduct } from '#e2e/support/product.ts';
import { openScreen, stageEmpty, stageFull, type Stage } from '#e2e/support/stage.ts';

// Pictures of every screen to look at: `npm run build`, then `npm run pictures`, or `npm run pictures -- home members`.
const FOLDER = 'dist/pictures';
const windows = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const themes = ['light', 'dark'] as const;
const languages = ['en', 'hi'] as const;
const asked = process.argv.slice(2);

async function takePictures(browser: Browser, kind: string, stage: Stage): Promise<string[]> {
  const files: string[] = [];
  for (const [size, viewport] of Object.entries(windows)) {
    for (const locale of languages) {
      const context = await browser.newContext({ viewport, locale, reducedMotion: 'reduce' });
      await context.addCookies(stage.cookies);
      const page = await context.newPage();
      for (const screen of [...stage.screens, ...stage.dialogs]) {
        if (asked.length > 0 && !asked.includes(screen.name)) continue;
        await openScreen(page, screen);
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.waitForTimeout(150);
          const file = `${screen.name.replaceAll(' ', '-')}-${kind}-${size}-${locale}-${colorScheme}.png`;
          await page.screenshot({ path: `${FOLDER}/${file}` });
          files.push(file);
        }
      }
      await context.close();
    }
  }
  return files;
}

function hasDevanagari(): boolean {
  try {
    return execFileSync('fc-list', [':lang=hi'], { encoding: 'utf8' }).trim() !== '';
  } catch {
    return false;
  }
}

if (!hasDevanagari())
  console.log(
    'No Devanagari font is installed, so Hindi will be boxes: apt-get install fontconfig fonts-lohit-deva',
  );
const browser = await chromium.launch({
  executablePath: process.env['CHROME'] || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const product = await startProduct({ RATE_LIMITS: 'off' });
try {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const files: string[] = [];
  for (const [kind, make] of Object.entries({ empty: stageEmpty, full: stageFull })) {
    const context = await browser.newContext();
    const stage = await make(await context.newPage(), product);
    await context.close();
    files.push(...(await takePictures(browser, kind, stage)));
  }
  const cells = files.map(
    (file) => `<figure><img src="${file}" width="480"><figcaption>${file}</figcaption></figure>`,
  );
  const style =
    '<style>body{display:flex;flex-wrap:wrap;gap:1rem;font:12px sans-serif}figure{margin:0}</style>';
  await writeFile(`${FOLDER}/index.html`, `<!doctype html><meta charset="utf-8">${style}${cells.join('\n')}`);
  console.log(`${files.length} pictures: open ${FOLDER}/index.html`);
} finally {
  await product.remove();
  await browser.close();
}
