import { Select } from 'antd'
import { FieldFrame, useField, type FieldProps } from './Field'

export interface Option<Value extends string | number = string | number> {
  value: Value
  label: string
}

export interface SelectProps extends FieldProps {
  options: Option[]
  placeholder?: string
  isMultiple?: boolean
  isClearable?: boolean
  isLoading?: boolean
}

/** One of a few options; empty is null. */
export function SelectField(props: SelectProps) {
  const { value, onChange, error, control } = useField(props)
  return (
    <FieldFrame props={props} error={error}>
      <Select
        {...control}
        mode={props.isMultiple ? 'multiple' : undefined}
        value={value as string | number | null}
        onChange={(next) => onChange(next ?? null)}
        options={props.options}
        placeholder={props.placeholder}
        allowClear={props.isClearable}
        loading={props.isLoading}
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
      />
    </FieldFrame>
  )
}
