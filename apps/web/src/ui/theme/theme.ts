import './layers.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import './tokens.css';
import './base.css';
import { createTheme, type MantineColorsTuple } from '@mantine/core';
import styles from './theme.module.css';

/**
 * The library requires ten shades of the primary color. Buttons use `--accent-strong` (base.css); the other shades are for derived colors.
 */
const ember: MantineColorsTuple = [
  'oklch(0.97 0.02 45)',
  'oklch(0.93 0.045 44)',
  'oklch(0.87 0.085 43)',
  'oklch(0.8 0.12 42)',
  'oklch(0.73 0.155 40)',
  'oklch(0.64 0.19 38)',
  'oklch(0.53 0.17 36)',
  'oklch(0.48 0.155 35)',
  'oklch(0.42 0.13 34)',
  'oklch(0.36 0.11 33)',
];

/** Theme of the component library. The styles are in theme.module.css and use tokens.css. */
export const theme = createTheme({
  primaryColor: 'ember',
  primaryShade: 6,
  colors: { ember },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', size: 30 }, classNames: { root: styles.iconButton } },
    Menu: {
      defaultProps: {
        // The placeholder would be a child that ARIA does not allow in a menu. The first item gets focus instead.
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        radius: 10,
        position: 'bottom-start',
        offset: 4,
        loop: true,
        withinPortal: true,
      },
      classNames: {
        dropdown: styles.dropdown,
        item: styles.item,
        itemLabel: styles.itemLabel,
        itemSection: styles.itemSection,
        label: styles.menuLabel,
        divider: styles.divider,
      },
    },
    Popover: {
      defaultProps: { shadow: 'md', radius: 10, offset: 4 },
      classNames: { dropdown: styles.popover },
    },
    Tooltip: { defaultProps: { offset: 6 }, classNames: { tooltip: styles.tooltip } },
    Modal: {
      defaultProps: { radius: 16, centered: true, overlayProps: { backgroundOpacity: 0 } },
      classNames: {
        inner: styles.dialogInner,
        content: styles.dialog,
        header: styles.dialogHeader,
        title: styles.dialogTitle,
        body: styles.dialogBody,
        overlay: styles.backdrop,
        close: styles.iconButton,
      },
    },
    SegmentedControl: {
      classNames: { root: styles.segments, indicator: styles.segmentIndicator, label: styles.segmentLabel },
    },
  },
});
