import { Form } from 'antd'
import type { ReactNode } from 'react'
import { useController, useFormContext, type FieldPath, type FieldValues } from 'react-hook-form'
import { Reason } from '../feedback'
import { useReadOnly } from './readOnly'
import { useFieldMessage } from './useFieldMessage'

/** What every field takes. */
export interface FieldProps<Values extends FieldValues = FieldValues> {
  /** Path in the form's values, as `profile.phone`. */
  name: FieldPath<Values>
  label: string
  help?: ReactNode
  isRequired?: boolean
  /** Why the field cannot be edited; shown in a tooltip. */
  disabled?: string | false
  /** The field takes the whole width of its row. */
  isWide?: boolean
}

/** A field's value, and what its control needs to be found by label, error and focus. */
export function useField({ name, disabled, isRequired }: FieldProps) {
  const readOnly = useReadOnly(disabled)
  const { control } = useFormContext()
  const { field, fieldState } = useController({ name, control })
  const message = useFieldMessage()
  const error = fieldState.error?.message
  const id = `field-${name}`
  return {
    value: field.value as unknown,
    onChange: field.onChange,
    error: error === undefined ? undefined : message(error),
    control: {
      id,
      ref: field.ref,
      onBlur: field.onBlur,
      disabled: Boolean(readOnly),
      'aria-invalid': error !== undefined,
      'aria-required': isRequired,
      'aria-describedby': error === undefined ? undefined : `${id}-error`,
    },
  }
}

interface FrameProps {
  props: FieldProps
  error: string | undefined
  children: ReactNode
}

/** Label, control, help and error of one field. */
export function FieldFrame({ props, error, children }: FrameProps) {
  const { name, label, help, isRequired, isWide } = props
  const disabled = useReadOnly(props.disabled)
  const id = `field-${name}`
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      required={isRequired}
      extra={help}
      validateStatus={error ? 'error' : undefined}
      help={
        error && (
          <span id={`${id}-error`} role="alert">
            {error}
          </span>
        )
      }
      style={isWide ? { gridColumn: '1 / -1' } : undefined}
    >
      {disabled ? (
        <Reason why={disabled} isBlock>
          {children}
        </Reason>
      ) : (
        children
      )}
    </Form.Item>
  )
}
