import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined'
import { useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from './Glyph'
import styles from './native.module.css'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  name: string
  label: string
  value: string
  onChange: (text: string) => void
  /** What is wrong with the value. */
  error?: string
  /** Stands at the end, inside the frame. */
  suffix?: ReactNode
}

/** A text field with its label and error, without antd. Its id is that of the kit's fields. */
export function NativeTextField(props: Props) {
  const { name, label, value, onChange, error, suffix, ...attributes } = props
  const id = `field-${name}`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.frame} data-invalid={error !== undefined}>
        <input
          type="text"
          {...attributes}
          id={id}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        {suffix}
      </span>
      {error !== undefined && (
        <span id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

/** A password, which can be read on demand. */
export function NativePasswordField(props: Omit<Props, 'type' | 'suffix'>) {
  const { t } = useTranslation()
  const [isVisible, setVisible] = useState(false)
  const name = t(isVisible ? 'password.hide' : 'password.show')
  return (
    <NativeTextField
      {...props}
      type={isVisible ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className={styles.eye}
          aria-label={name}
          title={name}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        >
          <Glyph of={isVisible ? EyeOutlined : EyeInvisibleOutlined} />
        </button>
      }
    />
  )
}

interface CheckboxProps {
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  className?: string
}

export function NativeCheckbox({ label, isChecked, onChange, className }: CheckboxProps) {
  return (
    <label className={[styles.checkbox, className].join(' ')}>
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
