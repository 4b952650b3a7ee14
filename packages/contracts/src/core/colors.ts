/** Colours are roles of the palette, never values: themes define their appearance. */
export const COLORS = [
  'gray',
  'ember',
  'amber',
  'lime',
  'green',
  'teal',
  'sky',
  'indigo',
  'violet',
  'pink',
] as const;
export type Color = (typeof COLORS)[number];
