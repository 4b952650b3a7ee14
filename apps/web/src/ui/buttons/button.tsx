import { clsx } from 'clsx';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Spinner } from './spinner.tsx';
import styles from './button.module.css';

interface ButtonLook {
  /** `filled` is for the primary action of a screen. */
  variant?: 'filled' | 'default' | 'subtle' | 'danger' | undefined;
  /** Height: 26, 30, 34 or 44 px. */
  size?: 'tiny' | 'small' | 'medium' | 'large' | undefined;
  icon?: ReactNode;
  isWide?: boolean | undefined;
}

export interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  /** Whether the action is pending. The button cannot be pressed until it is done. */
  isBusy?: boolean | undefined;
}

type AnchorButtonProps = ButtonLook & ComponentPropsWithRef<'a'>;

export function Button({ isBusy = false, disabled = false, ...rest }: ButtonProps) {
  return (
    <button type="button" aria-busy={isBusy || undefined} {...dress(rest)} disabled={disabled || isBusy}>
      {isBusy && <Spinner className={styles.spinner} />}
      <Inside icon={rest.icon}>{rest.children}</Inside>
    </button>
  );
}

/** A link that looks like a button. */
export function AnchorButton(props: AnchorButtonProps) {
  return (
    <a {...dress(props)}>
      <Inside icon={props.icon}>{props.children}</Inside>
    </a>
  );
}

/** Returns the props of the element, with the look expressed as a class and data attributes. */
function dress<P extends ButtonLook & { className?: string | undefined }>(props: P) {
  const { variant = 'filled', size = 'medium', icon, isWide = false, className, ...rest } = props;
  const hasIcon = icon !== undefined && icon !== null;
  const look = clsx(styles.button, hasIcon && styles.hasIcon, isWide && styles.isWide, className);
  return { ...rest, className: look, 'data-variant': variant, 'data-size': size };
}

function Inside({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.inside}>
      {icon}
      {/* A single box so that text from several nodes is truncated and spaced as one. */}
      <span className={styles.label}>{children}</span>
    </span>
  );
}
