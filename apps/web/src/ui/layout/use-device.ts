import { useMediaQuery } from '@mantine/hooks';

/** Below this width, the layout is that of a phone. Keep in sync with the stylesheets. */
const PHONE = '(max-width: 47.99rem)';
const COARSE = '(pointer: coarse)';

// The first render has to know the value: a change after it would lay out the page twice.
const OPTIONS = { getInitialValueInEffect: false };

/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, false, OPTIONS);
}

/** Whether the main pointer is a finger, which needs larger targets. */
export function useIsCoarse(): boolean {
  return useMediaQuery(COARSE, false, OPTIONS);
}

/** Returns whether the main pointer is a finger, for code that must not render again when it changes. */
export function readIsCoarse(): boolean {
  return matchMedia(COARSE).matches;
}
