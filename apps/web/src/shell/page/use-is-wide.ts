import { useMediaQuery } from '@mantine/hooks';

/** Returns whether there is enough space for the sidebar. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 48rem)', undefined, { getInitialValueInEffect: false });
}
