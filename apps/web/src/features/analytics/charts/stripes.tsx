/** A pattern that distinguishes an area from adjacent areas without relying on color. */
export function Stripes({
  id,
  className,
  kind = 'slant',
}: {
  id: string;
  className: string;
  kind?: Pattern;
}) {
  return (
    <pattern id={id} className={className} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
      <rect data-ground="" width={SIZE} height={SIZE} />
      {kind === 'dots' ? (
        <circle data-dot="" cx={3} cy={3} r={1.2} />
      ) : (
        kind !== 'plain' && <path d={LINES[kind]} />
      )}
    </pattern>
  );
}

export type Pattern = 'plain' | 'slant' | 'back' | 'dots' | 'level' | 'cross';

const SIZE = 6;
const LINES: Record<Exclude<Pattern, 'plain' | 'dots'>, string> = {
  slant: 'M-1 1l2 -2M0 6l6 -6M5 7l2 -2',
  back: 'M-1 5l2 2M0 0l6 6M5 -1l2 2',
  level: 'M0 3h6',
  cross: 'M0 3h6M3 0v6',
};
