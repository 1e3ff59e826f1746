import styles from './Avatar.module.css'

interface Props {
  name: string
  url?: string | null
  size?: number
}

const TINTS = 6

/** A picture, or the initials on a tint that stays the same for a name. */
export function Avatar({ name, url, size = 28 }: Props) {
  const shape = { width: size, height: size, fontSize: size * 0.4 }
  if (url) return <img className={styles.avatar} style={shape} src={url} alt="" />
  return (
    <span
      className={styles.avatar}
      style={shape}
      data-tint={tintOf(name)}
      // Drawn by CSS: a picture of the name, and no text beside it.
      data-initials={initials(name)}
      aria-hidden
    />
  )
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0]?.at(0) ?? ''
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : ''
  return (first + last).toUpperCase()
}

function tintOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return sum % TINTS
}
