/** The product's mark: a flame over a hearthstone. The same drawing as public/icon.svg. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="15" fill="#e2553b" />
      <path
        d="M33 11c2 9-9 13-9 24a11 11 0 0 0 22 1c0-5-2-9-5-12 0 4-2 6-4 7 1-8-1-15-4-20Z"
        fill="#fff7ef"
      />
      <path d="M17 51h30" stroke="#fff7ef" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
