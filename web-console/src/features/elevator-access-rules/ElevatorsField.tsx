import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Id, Ref } from '@/api/types'
import { elevators } from '@/features/elevators'
import { FieldFrame, useField, type FieldProps } from '@/kit/form'
import { pickerOf, ResourcePicker } from '@/kit/picker'
import type { RuleElevator } from './api'
import styles from './ElevatorsField.module.css'
import { FloorGrid, Legend } from './grid/FloorGrid'
import type { ElevatorAccessRuleForm, ElevatorChoice } from './schema'

const source = pickerOf(elevators)

interface Props extends FieldProps<ElevatorAccessRuleForm> {
  ruleId: Id | undefined
  known: readonly RuleElevator[]
}

/** The elevators of a rule, each with its floors over the users. */
export function ElevatorsField({ ruleId, known, ...props }: Props) {
  const { t } = useTranslation('elevator-access-rules')
  const { value, onChange, error, control } = useField(props)
  const { 'aria-invalid': isInvalid, 'aria-required': _isRequired, onBlur, ...button } = control
  const users = useWatch<ElevatorAccessRuleForm, 'users'>({ name: 'users' })
  const rows = value as ElevatorChoice[]
  const [isOpen, setOpen] = useState(false)
  const choose = (chosen: Ref[]) => {
    const kept = rows.filter(({ id }) => chosen.some((each) => each.id === id))
    const added = chosen.filter(({ id }) => !rows.some((row) => row.id === id))
    onChange([...kept, ...added.map(({ id, name }) => ({ id, name, floors: [] }))])
  }
  return (
    <FieldFrame props={props} error={error}>
      <div className={styles.elevators} data-invalid={isInvalid}>
        {rows.map((row, at) => (
          <FloorGrid
            key={row.id}
            choice={row}
            users={users}
            ruleId={ruleId}
            known={known.find(({ id }) => id === row.id)}
            isDisabled={control.disabled}
            onChange={(floors) => onChange(rows.with(at, { ...row, floors }))}
            onRemove={() => onChange(rows.toSpliced(at, 1))}
          />
        ))}
        {rows.length > 0 && <Legend />}
        <Button
          {...button}
          type="dashed"
          block
          icon={<PlusOutlined />}
          // Else the label of the field would be its name, in place of the words on it.
          aria-label={t('grid.add')}
          onClick={() => setOpen(true)}
        >
          {t('grid.add')}
        </Button>
      </div>
      {isOpen && (
        <ResourcePicker
          title={props.label}
          source={source}
          value={rows.map(({ id, name }) => ({ id, name }))}
          isMultiple
          onChoose={choose}
          // The field is left with the dialog, not with the button that opens it.
          onClose={() => {
            setOpen(false)
            onBlur()
          }}
        />
      )}
    </FieldFrame>
  )
}
