import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { FACT_LABELS } from './fact-labels.ts';
import type { Fact } from './folded-facts.ts';

interface FactLineProps {
  fact: Fact;
  canEdit: boolean;
  /** Whether the row is visible. A hidden row stays mounted so that its shortcuts work. */
  isShown: boolean;
  children: ReactNode;
}

/** A property with its name and value. The tooltip shows the shortcut. */
export function FactLine({ fact, canEdit, isShown, children }: FactLineProps) {
  const { i18n } = useLingui();
  const { name, action } = FACT_LABELS[fact];
  return (
    <>
      <dt hidden={!isShown}>{i18n._(name)}</dt>
      <Tooltip label={i18n._(action.title)} shortcut={action} position="left" disabled={!canEdit}>
        <dd hidden={!isShown} data-fact={fact}>
          {children}
        </dd>
      </Tooltip>
    </>
  );
}
