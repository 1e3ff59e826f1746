import { Input } from 'antd'
import { FieldFrame, useField } from './Field'
import { PASSWORD_MASK } from './rules'
import type { TextProps } from './TextField'

/** A password; a saved one shows as a mask that goes away when the field is entered. */
export function PasswordField(props: TextProps) {
  const { value, onChange, error, control } = useField(props)
  const text = (value as string | null) ?? ''
  return (
    <FieldFrame props={props} error={error}>
      <Input.Password
        {...control}
        value={text}
        onFocus={() => text === PASSWORD_MASK && onChange('')}
        onChange={onChange}
        maxLength={props.maxLength}
        visibilityToggle={text !== PASSWORD_MASK}
        autoComplete={props.autoComplete ?? 'new-password'}
      />
    </FieldFrame>
  )
}
