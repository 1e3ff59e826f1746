/** The mark: an arched doorway with its door ajar and a lamp behind it. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8.5" fill="#0d6557" />
      <path d="M8.5 26V14.5a7.5 7.5 0 0 1 15 0V26z" fill="#f3f1ea" />
      <path d="M11 26V14.7a5 5 0 0 1 10 0V26z" fill="#e2ad57" />
      <path d="M11 26V14.7a5 5 0 0 1 3.2-4.66L18 12.6V28.4z" fill="#084c41" />
      <circle cx="15.9" cy="19.6" r="1.05" fill="#f3f1ea" />
    </svg>
  )
}
