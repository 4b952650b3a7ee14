import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { ensureChromium } from '#setup/chromium.mjs';
import { root } from '#setup/run.mjs';
import { readWebSettings } from '#web-server/settings.ts';
import { buildWebServer } from '#web-server/web-server.ts';

// Renders images for display outside of Hearth into apps/web/public: the app icons from icon.svg, and the link preview image from the built
// home page. Run it after changing either of them and after `npm run build`.

const publicFolder = join(root, 'apps/web/public');
const PICTURE = { width: 1200, height: 630 };

async function drawIcons(): Promise<void> {
  const icon = await readFile(join(publicFolder, 'icon.svg'), 'utf8');
  // Maskable icons fill the whole square because operating systems crop them to their own shape.
  const square = icon.replace(' rx="15"', '');
  const files: [name: string, svg: string, size: number][] = [
    ['icon-192.png', icon, 192],
    ['icon-512.png', icon, 512],
    ['icon-maskable-512.png', square, 512],
    ['apple-touch-icon.png', square, 180],
  ];
  for (const [name, svg, size] of files) {
    const image = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size);
    await image.png({ compressionLevel: 9, palette: true }).toFile(join(publicFolder, name));
  }
}

async function drawLinkPicture(): Promise<void> {
  const settings = readWebSettings({ ...process.env, WEB_PORT: '0' }, join(root, 'dist/web'));
  const server = await buildWebServer(settings);
  const address = await server.listen({ port: 0, host: 'localhost' });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: PICTURE, colorScheme: 'light', locale: 'en-IN' });
    await page.goto(address, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready);
    const picture = await page.screenshot();
    await sharp(picture)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(publicFolder, 'open-graph.png'));
  } finally {
    await browser.close();
    await server.close();
  }
}

await drawIcons();
await drawLinkPicture();
