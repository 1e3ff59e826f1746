import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types'
import styles from './native.module.css'

interface Props {
  /** An icon of `@ant-design/icons-svg`. */
  of: IconDefinition
  /** What it says to a screen reader; without it, nothing. */
  label?: string
  className?: string
}

/** An icon without antd, for what is loaded before it. */
export function Glyph({ of, label, className }: Props) {
  const { attrs, children = [] } = rootOf(of)
  return (
    <svg
      className={[styles.glyph, className].join(' ')}
      viewBox={attrs.viewBox}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      {children.map((child) => (
        <path key={child.attrs.d} d={child.attrs.d} />
      ))}
    </svg>
  )
}

const rootOf = ({ icon }: IconDefinition): AbstractNode =>
  typeof icon === 'function' ? icon('currentColor', 'currentColor') : icon
