import { useMediaQuery } from '@mantine/hooks';

/** Is there room for the sidebar? */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 48rem)', undefined, { getInitialValueInEffect: false });
}
