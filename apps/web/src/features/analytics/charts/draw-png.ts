/** CSS properties copied from the page into the exported image. */
const COPIED_STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'direction',
] as const;
const SCALE = 2;
const MARGIN_PX = 20;
const HEAD_PX = 34;
const SVG = 'http://www.w3.org/2000/svg';

/** Exports a chart as a standalone PNG with its title above it, styled as on the page. */
export async function drawPng(chart: SVGSVGElement, title: string): Promise<Blob> {
  const { copy, width, height } = frame(chart, title);
  const source = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
  const url = URL.createObjectURL(source);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * SCALE;
    canvas.height = height * SCALE;
    const brush = canvas.getContext('2d');
    if (brush === null) throw new Error('This browser does not support canvas.');
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('Failed to render the image.'));
        else resolve(blob);
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

function frame(chart: SVGSVGElement, title: string): { copy: SVGSVGElement; width: number; height: number } {
  const picture = chart.cloneNode(true) as SVGSVGElement;
  copyStyles(chart, picture);
  const width = chart.width.baseVal.value + 2 * MARGIN_PX;
  const height = chart.height.baseVal.value + 2 * MARGIN_PX + HEAD_PX;
  const page = getComputedStyle(chart);
  const copy = document.createElementNS(SVG, 'svg');
  setAll(copy, { width, height, xmlns: SVG });
  const ground = document.createElementNS(SVG, 'rect');
  setAll(ground, { width, height, fill: page.getPropertyValue('--surface-raised') });
  const name = document.createElementNS(SVG, 'text');
  const isRtl = document.documentElement.dir === 'rtl';
  setAll(name, {
    x: isRtl ? width - MARGIN_PX : MARGIN_PX,
    y: MARGIN_PX + 14,
    fill: page.getPropertyValue('--text'),
    'font-family': page.fontFamily,
    'font-size': 15,
    'font-weight': 600,
    'text-anchor': isRtl ? 'end' : 'start',
  });
  name.textContent = title;
  setAll(picture, { x: MARGIN_PX, y: MARGIN_PX + HEAD_PX });
  copy.append(ground, name, picture);
  return { copy, width, height };
}

function copyStyles(from: Element, to: Element): void {
  const look = getComputedStyle(from);
  for (const name of COPIED_STYLES) to.setAttribute(name, look.getPropertyValue(name));
  to.removeAttribute('class');
  for (const [at, child] of [...from.children].entries()) {
    const twin = to.children[at];
    if (twin !== undefined) copyStyles(child, twin);
  }
}

function setAll(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
