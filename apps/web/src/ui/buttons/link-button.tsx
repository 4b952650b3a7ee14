import { createLink } from '@tanstack/react-router';
import { AnchorButton } from './button.tsx';

/** A link to another screen that looks like a button. */
export const LinkButton = createLink(AnchorButton);
