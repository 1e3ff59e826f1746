import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { FieldFrame, useField, type FieldProps } from '@/kit/form'
import { ResourcePicker } from '@/kit/picker'
import type { RuleDevice } from './api'
import { doorSource, MAX_LOCKS } from './doors'
import { chooseDoors, withAnotherLock } from './doorRows'
import styles from './DoorsField.module.css'
import { LockSelect } from './LockSelect'

/** Devices with the lock that the rule is about: one row for each. */
export function DoorsField(props: FieldProps) {
  const { t } = useTranslation('access-rules')
  const { value, onChange, error, control } = useField(props)
  const { 'aria-invalid': isInvalid, 'aria-required': _isRequired, onBlur, ...button } = control
  const rows = value as RuleDevice[]
  const [isOpen, setOpen] = useState(false)
  const unique = [
    ...new Map(rows.map(({ id, name }): [number, Ref] => [id, { id, name }])).values(),
  ]
  return (
    <FieldFrame props={props} error={error}>
      <div className={styles.doors} data-invalid={isInvalid}>
        {rows.length > 0 && (
          <ul>
            {rows.map((row, at) => (
              <DoorRow
                key={`${row.id}-${row.lock_number}`}
                row={row}
                taken={rows.filter(({ id }) => id === row.id).map(({ lock_number }) => lock_number)}
                isDisabled={Boolean(props.disabled)}
                onLock={(lock_number) => onChange(rows.with(at, { ...row, lock_number }))}
                onAnother={() => onChange(withAnotherLock(rows, at))}
                onRemove={() => onChange(rows.toSpliced(at, 1))}
              />
            ))}
          </ul>
        )}
        <Button
          {...button}
          type="dashed"
          block
          icon={<PlusOutlined />}
          // Else the label of the field would be its name, in place of the words on it.
          aria-label={t('doors.add')}
          onClick={() => setOpen(true)}
        >
          {t('doors.add')}
        </Button>
      </div>
      {isOpen && (
        <ResourcePicker
          title={props.label}
          source={doorSource}
          value={unique}
          isMultiple
          onChoose={(chosen) => onChange(chooseDoors(rows, chosen))}
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

interface RowProps {
  row: RuleDevice
  /** Locks of the device that have a row. */
  taken: number[]
  isDisabled: boolean
  onLock: (lock: number) => void
  onAnother: () => void
  onRemove: () => void
}

function DoorRow({ row, taken, isDisabled, onLock, onAnother, onRemove }: RowProps) {
  const { t } = useTranslation('access-rules')
  const { name, lock_number: lock } = row
  const mayHaveAnother = lock !== 0 && taken.length < MAX_LOCKS
  return (
    <li>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <LockSelect
        label={t('fields.lock', { name })}
        value={lock}
        isDisabled={isDisabled}
        isTaken={(other) => other !== lock && taken.includes(other)}
        onChange={onLock}
      />
      {mayHaveAnother && !isDisabled && (
        <Button
          type="text"
          size="small"
          icon={<PlusOutlined />}
          title={t('doors.another', { name })}
          aria-label={t('doors.another', { name })}
          onClick={onAnother}
        />
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        disabled={isDisabled}
        aria-label={t('doors.remove', { name })}
        onClick={onRemove}
      />
    </li>
  )
}
