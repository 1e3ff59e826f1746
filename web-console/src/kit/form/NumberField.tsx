import { InputNumber } from 'antd'
import { FieldFrame, useField, type FieldProps } from './Field'

export interface NumberProps extends FieldProps {
  min?: number
  max?: number
  step?: number
  /** As "s" or "ms". */
  unit?: string
}

/** A number, or null when empty. */
export function NumberField(props: NumberProps) {
  const { value, onChange, error, control } = useField(props)
  return (
    <FieldFrame props={props} error={error}>
      <InputNumber<number>
        {...control}
        style={{ width: '100%' }}
        value={value as number | null}
        onChange={(number) => onChange(number)}
        min={props.min}
        max={props.max}
        step={props.step}
        suffix={props.unit}
      />
    </FieldFrame>
  )
}
