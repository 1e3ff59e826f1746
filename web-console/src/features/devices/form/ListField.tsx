import { Input } from 'antd'
import { useState } from 'react'
import { FieldFrame, useField, type FieldProps } from '@/kit/form'

interface Props extends FieldProps {
  /** What somebody typed -> the values of the list. */
  parse: (text: string) => (string | number)[]
}

/** A short list typed with commas. The text is read when the field is left. */
export function ListField({ parse, ...props }: Props) {
  const { value, onChange, error, control } = useField(props)
  const text = ((value ?? []) as (string | number)[]).join(', ')
  const [draft, setDraft] = useState<string>()
  return (
    <FieldFrame props={props} error={error}>
      <Input
        {...control}
        className="mono"
        autoComplete="off"
        value={draft ?? text}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => {
          if (draft !== undefined) onChange(parse(draft))
          setDraft(undefined)
          control.onBlur()
        }}
      />
    </FieldFrame>
  )
}
