import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright-core';
import { parseArgs } from 'node:util';
import { ensureChromium } from '#setup/chromium.mjs';
import { startProduct } from '#e2e/support/product.ts';
import { openScreen, stageEmpty, stageFull, type Stage } from '#e2e/support/stage.ts';
import { fillBusy, stageBusy } from './busy-team.ts';

// Takes screenshots of every screen: `npm run build`, then `npm run lab -- pictures`. To select screens, teams and languages:
// `npm run lab -- pictures home "project board" --teams 10,200,10000 --languages en,ar`.
const FOLDER = 'dist/pictures';
const windows = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const themes = ['light', 'dark'] as const;
const { values: options, positionals: screenNames } = parseArgs({
  allowPositionals: true,
  options: {
    /** `empty` and `full` are teams of `stage.ts`. A number is a busy team with that many tasks. */
    teams: { type: 'string', default: 'empty,full,10,200,10000' },
    languages: { type: 'string', default: 'en,hi,ar' },
  },
});
const languages = options.languages.split(',');

async function takePictures(browser: Browser, kind: string, stage: Stage): Promise<string[]> {
  const files: string[] = [];
  for (const [size, viewport] of Object.entries(windows)) {
    for (const locale of languages) {
      const context = await browser.newContext({ viewport, locale, reducedMotion: 'reduce' });
      await context.addCookies(stage.cookies);
      const page = await context.newPage();
      for (const screen of [...stage.screens, ...stage.dialogs]) {
        if (screenNames.length > 0 && !screenNames.includes(screen.name)) continue;
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

async function takePicturesOf(kind: string): Promise<string[]> {
  const isStaged = kind === 'empty' || kind === 'full';
  const product = await startProduct({ RATE_LIMITS: 'off' }, async ({ HEARTH_DATA: data = '' }) => {
    if (!isStaged) await fillBusy(data, Number(kind));
  });
  try {
    const context = await browser.newContext();
    const make = isStaged ? { empty: stageEmpty, full: stageFull }[kind] : stageBusy;
    const stage = await make(await context.newPage(), product);
    await context.close();
    return await takePictures(browser, kind, stage);
  } finally {
    await product.remove();
  }
}

function hasFont(locale: string): boolean {
  try {
    return execFileSync('fc-list', [`:lang=${locale}`], { encoding: 'utf8' }).trim() !== '';
  } catch {
    return false;
  }
}

if (!hasFont('hi') || !hasFont('ar'))
  console.log(
    'No Devanagari or no Arabic font is installed, so its text renders as boxes: apt-get install fontconfig fonts-noto-core',
  );
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const files: string[] = [];
  for (const kind of options.teams.split(',')) files.push(...(await takePicturesOf(kind)));
  const cells = files.map(
    (file) => `<figure><img src="${file}" width="480"><figcaption>${file}</figcaption></figure>`,
  );
  const style =
    '<style>body{display:flex;flex-wrap:wrap;gap:1rem;font:12px sans-serif}figure{margin:0}</style>';
  await writeFile(`${FOLDER}/index.html`, `<!doctype html><meta charset="utf-8">${style}${cells.join('\n')}`);
  console.log(`${files.length} pictures: open ${FOLDER}/index.html`);
} finally {
  await browser.close();
}
