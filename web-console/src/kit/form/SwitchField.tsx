import { Switch } from 'antd'
import { FieldFrame, useField, type FieldProps } from './Field'

export function SwitchField(props: FieldProps) {
  const { value, onChange, error, control } = useField(props)
  const { onBlur: _onBlur, ...rest } = control
  return (
    <FieldFrame props={props} error={error}>
      <Switch {...rest} checked={Boolean(value)} onChange={onChange} aria-label={props.label} />
    </FieldFrame>
  )
}
