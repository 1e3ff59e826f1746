import { Input } from 'antd'
import { FieldFrame, useField } from './Field'
import type { TextProps } from './TextField'

export function TextAreaField(props: TextProps & { rows?: number }) {
  const { value, onChange, error, control } = useField(props)
  const rows = props.rows ?? 3
  return (
    <FieldFrame props={props} error={error}>
      <Input.TextArea
        {...control}
        autoSize={{ minRows: rows, maxRows: rows * 3 }}
        value={(value as string | null) ?? ''}
        onChange={onChange}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
      />
    </FieldFrame>
  )
}
