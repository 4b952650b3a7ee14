export interface Size {
  width: number;
  height: number;
}

/** The crop square of an image: its zoom, and the point of the image at its center (0 to 1 on each axis). */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export const START_CROP: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** Returns the sides of the square as fractions of the image's sides. */
function partsOf({ zoom }: Crop, { width, height }: Size): Size {
  const side = Math.min(width, height) / zoom;
  return { width: side / width, height: side / height };
}

function clamp(value: number, part: number): number {
  return Math.min(1 - part / 2, Math.max(part / 2, value));
}

/** Pans the image under the square by `by`, in fractions of the square. Clamped so that the square stays filled. */
export function moveCrop(crop: Crop, size: Size, by: { x: number; y: number }): Crop {
  const part = partsOf(crop, size);
  return {
    zoom: crop.zoom,
    x: clamp(crop.x - by.x * part.width, part.width),
    y: clamp(crop.y - by.y * part.height, part.height),
  };
}

/** Returns the position and size of the whole image when the crop square fills a view with the side `view`. */
export function fitCrop(crop: Crop, size: Size, view: number): Size & { x: number; y: number } {
  const part = partsOf(crop, size);
  const [width, height] = [view / part.width, view / part.height];
  return { width, height, x: view / 2 - crop.x * width, y: view / 2 - crop.y * height };
}

/** Side of the exported image, in px: twice the largest displayed size. The server scales it down. */
const SIDE = 512;

/** Exports the square as a WebP image, or as PNG if the browser cannot encode WebP. */
export async function cutSquare(image: HTMLImageElement, crop: Crop): Promise<Blob> {
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  const part = partsOf(crop, size);
  const [width, height] = [part.width * size.width, part.height * size.height];
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const from = [crop.x * size.width - width / 2, crop.y * size.height - height / 2] as const;
  canvas.getContext('2d')?.drawImage(image, ...from, width, height, 0, 0, SIDE, SIDE);
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('Failed to render the image')) : resolve(blob)),
      'image/webp',
      0.92,
    );
  });
}
