import { Input } from 'antd'
import { FieldFrame, useField, type FieldProps } from './Field'

export interface TextProps extends FieldProps {
  placeholder?: string
  maxLength?: number
  /** Card numbers, serial numbers, addresses of machines. */
  isCode?: boolean
  autoComplete?: string
}

export function TextField(props: TextProps) {
  const { value, onChange, error, control } = useField(props)
  return (
    <FieldFrame props={props} error={error}>
      <Input
        {...control}
        className={props.isCode ? 'mono' : undefined}
        value={(value as string | null) ?? ''}
        onChange={onChange}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        autoComplete={props.autoComplete ?? 'off'}
      />
    </FieldFrame>
  )
}
