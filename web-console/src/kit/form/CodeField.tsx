import { Input } from 'antd'
import { FieldFrame, useField } from './Field'
import styles from './form.module.css'
import type { TextProps } from './TextField'

/** Digits of a code that came by mail or from an authenticator. The browser may fill it in. */
export function CodeField(props: TextProps) {
  const { value, onChange, error, control } = useField(props)
  return (
    <FieldFrame props={props} error={error}>
      <Input
        {...control}
        className={styles.code}
        value={(value as string | null) ?? ''}
        // Pasted as "123 456" it is still whole: so no limit of the input itself.
        onChange={(event) =>
          onChange(event.target.value.replaceAll(/\s/g, '').slice(0, props.maxLength ?? 6))
        }
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </FieldFrame>
  )
}
