import CloseCircleFilled from '@ant-design/icons-svg/es/asn/CloseCircleFilled'
import { Glyph } from './Glyph'
import styles from './native.module.css'

/** Says what went wrong, above a form. */
export function NativeAlert({ text, className }: { text: string; className?: string }) {
  return (
    <div role="alert" className={[styles.alert, className].join(' ')}>
      <Glyph of={CloseCircleFilled} />
      <span>{text}</span>
    </div>
  )
}
