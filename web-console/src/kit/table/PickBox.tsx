import styles from './table.module.css'

interface Props {
  label: string
  isChecked: boolean
  isPartly?: boolean
  onToggle: () => void
}

/** The browser's own checkbox: a list has hundreds of them. */
export function PickBox({ label, isChecked, isPartly = false, onToggle }: Props) {
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={isChecked}
      ref={(box) => {
        if (box) box.indeterminate = isPartly
      }}
      onChange={onToggle}
    />
  )
}
