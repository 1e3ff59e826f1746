import type { Ref as Entity } from '@/api/types'
import { PickerInput } from '../picker/PickerInput'
import type { PickerSource } from '../picker/types'
import { FieldFrame, useField, type FieldProps } from './Field'

export interface RefProps extends FieldProps {
  /** What is chosen from: mostly a resource's `pickerOf(resource)`. */
  source: PickerSource
  isMultiple?: boolean
  /** Ids that may not be chosen, as a group below itself. */
  exclude?: readonly number[]
}

/** One related entity (or null), or several, chosen in a picker. Values are `{id, name}`. */
export function RefField(props: RefProps) {
  const { value, onChange, error, control } = useField(props)
  const chosen = [value as Entity | Entity[] | null].flat().filter((item) => item !== null)
  return (
    <FieldFrame props={props} error={error}>
      <PickerInput
        id={control.id}
        title={props.label}
        source={props.source}
        isMultiple={props.isMultiple}
        exclude={props.exclude}
        disabled={control.disabled}
        isInvalid={control['aria-invalid']}
        describedBy={control['aria-describedby']}
        value={chosen}
        onChange={(next) => onChange(props.isMultiple ? next : (next[0] ?? null))}
      />
    </FieldFrame>
  )
}
