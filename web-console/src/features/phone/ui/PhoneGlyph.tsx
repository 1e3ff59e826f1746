export type Glyph = 'phone' | 'locked' | 'off' | 'ringing'

const HANDSET =
  'M6.2 3.5h2.6c.5 0 .9.3 1 .8l.8 3.2c.1.4 0 .8-.3 1.1L8.6 10.2a12.5 12.5 0 0 0 5.2 5.2l1.6-1.7c.3-.3.7-.4 1.1-.3l3.2.8c.5.1.8.5.8 1v2.6c0 1.2-1 2.2-2.2 2.2C10.7 20 4 13.3 4 5.7c0-1.2 1-2.2 2.2-2.2z'

/** The handset of the button, by what the phone is at. */
export function PhoneGlyph({ glyph, size = 24 }: { glyph: Glyph; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      data-glyph={glyph}
      aria-hidden
    >
      <path d={HANDSET} />
      {glyph === 'locked' && (
        <g fill="none" stroke="currentColor" strokeWidth="1.6">
          <rect x="14" y="6.5" width="7" height="5" rx="1" fill="currentColor" />
          <path d="M15.6 6.5V5a1.9 1.9 0 0 1 3.8 0v1.5" />
        </g>
      )}
      {glyph === 'off' && (
        <path d="M3.5 20.5l17-17" fill="none" stroke="currentColor" strokeWidth="2.2" />
      )}
      {glyph === 'ringing' && (
        <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round">
          <path d="M14.5 6.5a4.5 4.5 0 0 1 3 3" />
          <path d="M15.5 2.8a8.5 8.5 0 0 1 5.7 5.7" />
        </g>
      )}
    </svg>
  )
}

/** The camera of a video call. */
export function CameraGlyph({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      aria-hidden
    >
      <rect x="3" y="6.5" width="12" height="11" rx="2" />
      <path d="M15 10.5l5.5-3v9l-5.5-3z" />
    </svg>
  )
}
