import { COLORS, type Color } from '@hearth/contracts/core/colors';
import { useLingui } from '@lingui/react/macro';
import { COLOR_LABELS } from '#features/projects/index.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { Picker } from '#ui/overlays/picker.tsx';

interface ColorChoiceProps {
  label: string;
  color: Color;
  onPick: (color: Color) => void;
}

/** Color picker for rows that have no space for the whole palette. */
export function ColorChoice({ label, color, onPick }: ColorChoiceProps) {
  const { t } = useLingui();
  return (
    <Picker
      label={label}
      selected={[color]}
      options={COLORS.map((one) => ({
        value: one,
        label: t(COLOR_LABELS[one]),
        icon: <ColorDot color={one} size={14} />,
      }))}
      onPick={(one) => onPick(one as Color)}
    >
      <ColorDot color={color} size={14} />
      <span className="hidden-text">{t(COLOR_LABELS[color])}</span>
    </Picker>
  );
}
