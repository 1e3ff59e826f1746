import { FieldFrame, typedFields, useField, type FieldProps } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { PickerInput } from '@/kit/picker'
import { SEE_NUMBERS } from '../access'
import { keyOf, numberOf, numberSource } from './numbers'

const F = typedFields<Record<string, unknown>>()

interface Props extends FieldProps {
  nameOf: (number: string) => string
}

/** Virtual numbers, picked from those that the person sees; typed where they see none. */
export function NumbersField({ nameOf, ...props }: Props) {
  const { meets } = useCan()
  return meets(SEE_NUMBERS) ? <PickedNumbers nameOf={nameOf} {...props} /> : <F.Tags {...props} />
}

function PickedNumbers({ nameOf, ...props }: Props) {
  const { value, onChange, error, control } = useField(props)
  const numbers = value as string[]
  return (
    <FieldFrame props={props} error={error}>
      <PickerInput
        id={control.id}
        title={props.label}
        source={numberSource}
        isMultiple
        disabled={control.disabled}
        isInvalid={control['aria-invalid']}
        describedBy={control['aria-describedby']}
        value={numbers.map((number) => ({ id: keyOf(number), name: nameOf(number) }))}
        onChange={(chosen) => onChange(chosen.map(({ id }) => numberOf(id)))}
      />
    </FieldFrame>
  )
}
