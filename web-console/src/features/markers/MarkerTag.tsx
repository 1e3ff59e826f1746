import styles from './MarkerTag.module.css'

/** What a marker without a colour has. */
const BLACK = '#000000'

interface Props {
  name: string
  color: string | null
}

/** A marker: its colour beside its name, because a name on any colour could not be read. */
export function MarkerTag({ name, color }: Props) {
  return (
    <span className={styles.marker}>
      <span className={styles.dot} style={{ background: color ?? BLACK }} aria-hidden />
      {name}
    </span>
  )
}
