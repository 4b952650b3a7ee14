import { useLingui } from '@lingui/react/macro';
import { IconAlertCircleFilled, IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import styles from './feedback.module.css';

interface ToastHostProps {
  message: string;
  isShown: boolean;
  isSuccess: boolean;
  actions?: readonly { label: string; run: () => void }[];
  onClose: () => void;
  /** Called when the toast is hovered or focused, and when it no longer is. */
  onPause?: (isPaused: boolean) => void;
}

/** Shows one message at a time at the bottom center. Green or red, with an icon to avoid relying on color alone. */
export function ToastHost({ message, isShown, isSuccess, actions, onClose, onPause }: ToastHostProps) {
  const { t } = useLingui();
  return (
    <div
      className={styles.toasts}
      role={isSuccess ? 'status' : 'alert'}
      aria-live={isSuccess ? 'polite' : 'assertive'}
    >
      {isShown && (
        <div
          className={styles.toast}
          data-kind={isSuccess ? 'success' : 'error'}
          onPointerEnter={() => onPause?.(true)}
          onPointerLeave={() => onPause?.(false)}
          onFocus={() => onPause?.(true)}
          onBlur={() => onPause?.(false)}
        >
          {isSuccess ? (
            <IconCircleCheckFilled size={18} aria-hidden="true" />
          ) : (
            <IconAlertCircleFilled size={18} aria-hidden="true" />
          )}
          <span className={styles.toastText}>{message}</span>
          <span className={styles.toastButtons}>
            {actions?.map((action) => (
              <button
                key={action.label}
                type="button"
                className={styles.toastAction}
                onClick={() => {
                  onClose();
                  action.run();
                }}
              >
                {action.label}
              </button>
            ))}
            <button type="button" className={styles.toastClose} aria-label={t`Dismiss`} onClick={onClose}>
              <IconX size={14} aria-hidden="true" />
            </button>
          </span>
        </div>
      )}
    </div>
  );
}
