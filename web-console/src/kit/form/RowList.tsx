import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useFieldArray, useFormContext, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Reason } from '../feedback'
import { useReadOnly } from './readOnly'
import styles from './form.module.css'
import { useFieldMessage } from './useFieldMessage'

interface Props {
  /** Path of the list in the form's values. */
  name: string
  label: string
  help?: string
  addLabel: string
  /** What a row is called, from 1: "Queue 2". */
  rowLabel: (number: number) => string
  /** Values of a row that is added. */
  empty: FieldValues
  max: number
  disabled?: string | false
  /** The fields of the row at a place, from 0. */
  children: (at: number) => ReactNode
}

/** A list of rows that have fields of their own, added and taken away. */
export function RowList(props: Props) {
  const { name, label, help, addLabel, rowLabel, empty, max, children } = props
  const { t } = useTranslation()
  const { control, getFieldState, formState } = useFormContext()
  const { fields, append, remove } = useFieldArray({ control, name })
  const message = useFieldMessage()
  const readOnly = useReadOnly(props.disabled)
  const error = getFieldState(name, formState).error
  const text = error?.root?.message ?? error?.message
  const full = fields.length >= max && t('form.full', { count: max })
  return (
    <fieldset className={styles.rows} aria-describedby={text ? `${name}-error` : undefined}>
      <legend>{label}</legend>
      {help && <p className={styles.rowsHelp}>{help}</p>}
      {fields.map((field, at) => (
        <div key={field.id} role="group" aria-label={rowLabel(at + 1)} className={styles.listRow}>
          <div className={styles.rowFields}>{children(at)}</div>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            disabled={Boolean(readOnly)}
            aria-label={t('form.removeRow', { name: rowLabel(at + 1) })}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      {text && (
        <p id={`${name}-error`} role="alert" className={styles.rowsError}>
          {message(text)}
        </p>
      )}
      <Reason why={readOnly || full}>
        <Button
          icon={<PlusOutlined />}
          disabled={Boolean(readOnly || full)}
          onClick={() => append({ ...empty })}
        >
          {addLabel}
        </Button>
      </Reason>
    </fieldset>
  )
}
