import styles from './Doorway.module.css'

/** Doorways one behind another, from the street to the lit room: inset and floor, in pixels. */
const ARCHES = [
  { inset: 0, floor: 640 },
  { inset: 46, floor: 612 },
  { inset: 88, floor: 586 },
  { inset: 124, floor: 562 },
]

/** The picture of the sign-in page: a vestibule of arches with the inner door ajar. */
export function Doorway() {
  return (
    <svg
      className={styles.doorway}
      viewBox="0 0 520 640"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
      focusable="false"
    >
      <defs>
        <linearGradient id="lamp" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f7d08a" />
          <stop offset="1" stopColor="#e2a04a" />
        </linearGradient>
        <linearGradient id="spill" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f4c878" stopOpacity="0.55" />
          <stop offset="1" stopColor="#f4c878" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="glow" cx="0.5" cy="0.62" r="0.55">
          <stop offset="0" stopColor="#f4c878" stopOpacity="0.34" />
          <stop offset="1" stopColor="#f4c878" stopOpacity="0" />
        </radialGradient>
      </defs>
      {ARCHES.map(({ inset, floor }, depth) => (
        <path key={inset} d={archPath(inset, floor)} className={styles.arch} data-depth={depth} />
      ))}
      <rect width="520" height="640" fill="url(#glow)" />
      <path d="M226 540V392a34 34 0 0 1 68 0v148z" fill="url(#lamp)" />
      <path d="M226 540h68l92 100H134z" fill="url(#spill)" className={styles.spill} />
      <path d="M226 540V392a34 34 0 0 1 24-32.4l22 20V562z" fill="#063a32" />
      <circle cx="264" cy="470" r="3.4" fill="#f4c878" />
    </svg>
  )
}

/** An arched opening whose frame is `inset` pixels narrower on each side. */
function archPath(inset: number, floor: number): string {
  const left = 60 + inset
  const right = 460 - inset
  const radius = (right - left) / 2
  const top = 92 + inset * 1.12 + radius
  return `M${left} ${floor}V${top}A${radius} ${radius} 0 0 1 ${right} ${top}V${floor}z`
}
