import type { ComponentType } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { RefField, type RefProps } from './RefField'
import type { FieldProps } from './Field'
import { ColorField } from './ColorField'
import { DateTimeField } from './DateTimeField'
import { NumberField, type NumberProps } from './NumberField'
import { PasswordField } from './PasswordField'
import { SelectField, type SelectProps } from './SelectField'
import { SwitchField } from './SwitchField'
import { TagsField, type TagsProps } from './TagsField'
import { TextAreaField } from './TextAreaField'
import { TextField, type TextProps } from './TextField'

type Named<Values extends FieldValues, Props extends FieldProps> = ComponentType<
  Omit<Props, 'name'> & { name: FieldPath<Values> }
>

/** The fields of the kit, whose `name` must be a path of these values. */
export interface TypedFields<Values extends FieldValues> {
  Text: Named<Values, TextProps>
  TextArea: Named<Values, TextProps & { rows?: number }>
  Password: Named<Values, TextProps>
  Number: Named<Values, NumberProps>
  Switch: Named<Values, FieldProps>
  Select: Named<Values, SelectProps>
  DateTime: Named<Values, FieldProps & { isDateOnly?: boolean }>
  Color: Named<Values, FieldProps>
  Tags: Named<Values, TagsProps>
  /** One or several entities, chosen in a picker. */
  Ref: Named<Values, RefProps>
}

const fields = {
  Text: TextField,
  TextArea: TextAreaField,
  Password: PasswordField,
  Number: NumberField,
  Switch: SwitchField,
  Select: SelectField,
  DateTime: DateTimeField,
  Color: ColorField,
  Tags: TagsField,
  Ref: RefField,
}

/** `const F = typedFields<GroupForm>()`, then `<F.Text name="name" … />`. */
export function typedFields<Values extends FieldValues>(): TypedFields<Values> {
  return fields
}
