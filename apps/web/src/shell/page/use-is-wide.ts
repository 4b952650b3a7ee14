import { useMediaQuery } from '@mantine/hooks';

/** Whether there is room for the sidebar. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 48rem)', undefined, { getInitialValueInEffect: false });
}
