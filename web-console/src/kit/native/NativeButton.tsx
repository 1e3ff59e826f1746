import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './native.module.css'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'default' | 'text'
  isLarge?: boolean
  /** As wide as what it stands in. */
  isBlock?: boolean
  /** What it started is under way: it takes no press meanwhile. */
  isLoading?: boolean
  icon?: ReactNode
}

/** A button that looks as antd's do and needs none of it. */
export function NativeButton(props: Props) {
  const { variant = 'default', isLarge, isBlock, isLoading = false, icon, ...rest } = props
  const { children, disabled, className, ...attributes } = rest
  return (
    <button
      type="button"
      {...attributes}
      className={[styles.button, className].join(' ')}
      data-variant={variant}
      data-large={isLarge}
      data-block={isBlock}
      data-icon-only={children === undefined}
      disabled={disabled}
      aria-disabled={isLoading || undefined}
      aria-busy={isLoading || undefined}
      onClick={isLoading ? (event) => event.preventDefault() : attributes.onClick}
    >
      {isLoading ? <span className={styles.spinner} aria-hidden /> : icon}
      {children}
    </button>
  )
}
