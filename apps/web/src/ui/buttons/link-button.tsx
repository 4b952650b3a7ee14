import { createLink } from '@tanstack/react-router';
import { AnchorButton } from './button.tsx';

/** Goes to another screen, and looks like the button that it is for a person. */
export const LinkButton = createLink(AnchorButton);
