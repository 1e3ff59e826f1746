import { Select } from 'antd'
import { FieldFrame, useField, type FieldProps } from './Field'

export interface TagsProps extends FieldProps {
  placeholder?: string
}

/** Short texts, typed one after the other: numbers, names, scopes. */
export function TagsField(props: TagsProps) {
  const { value, onChange, error, control } = useField(props)
  return (
    <FieldFrame props={props} error={error}>
      <Select<string[]>
        {...control}
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', ';', '\n']}
        value={(value as string[] | null) ?? []}
        onChange={(texts) => onChange(texts.map((text) => text.trim()).filter(Boolean))}
        placeholder={props.placeholder}
        style={{ width: '100%' }}
      />
    </FieldFrame>
  )
}
