import { AutoComplete } from 'antd'
import { FieldFrame, useField } from '@/kit/form/Field'
import type { TextProps } from '@/kit/form/TextField'

/** A name of one's own, begun by one of the project's suggestions. */
export function ObjectNameField(props: TextProps & { suggestions: string[] }) {
  const { value, onChange, error, control } = useField(props)
  return (
    <FieldFrame props={props} error={error}>
      <AutoComplete
        {...control}
        value={(value as string | null) ?? ''}
        onChange={onChange}
        options={props.suggestions.map((each) => ({ value: each }))}
        style={{ width: '100%' }}
      />
    </FieldFrame>
  )
}
