import { ColorPicker } from 'antd'
import { FieldFrame, useField, type FieldProps } from './Field'

/** A colour as `#rrggbb`. */
export function ColorField(props: FieldProps) {
  const { value, onChange, error, control } = useField(props)
  return (
    <FieldFrame props={props} error={error}>
      <ColorPicker
        disabled={control.disabled}
        value={value as string}
        onChangeComplete={(colour) => onChange(colour.toHexString())}
        disabledAlpha
        showText
      />
    </FieldFrame>
  )
}
