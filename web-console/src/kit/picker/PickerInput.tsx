import { CloseOutlined, PlusOutlined, SwapOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref as Entity } from '@/api/types'
import { refName } from '../refName'
import styles from './picker.module.css'
import { ResourcePicker } from './ResourcePicker'
import type { PickerSource } from './types'

interface Props {
  id?: string
  title: string
  source: PickerSource
  value: Entity[]
  onChange: (value: Entity[]) => void
  isMultiple?: boolean
  exclude?: readonly number[]
  disabled?: boolean
  isInvalid?: boolean
  describedBy?: string
}

/** What is chosen, and a button that opens the picker. */
export function PickerInput(props: Props) {
  const { id, title, source, value, onChange, isMultiple, exclude, disabled } = props
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isChange = value.length > 0 && !isMultiple
  const action = isChange ? t('change') : t('choose')
  return (
    <div className={styles.input} data-invalid={props.isInvalid} data-disabled={disabled}>
      {value.map((entity) => (
        <span key={entity.id} className={styles.tag}>
          <span>{refName(entity)}</span>
          {!disabled && (
            <button
              type="button"
              aria-label={t('picker.remove', { name: refName(entity) })}
              onClick={() => onChange(value.filter(({ id: other }) => other !== entity.id))}
            >
              <CloseOutlined aria-hidden />
            </button>
          )}
        </span>
      ))}
      <Button
        id={id}
        type="text"
        size="small"
        icon={isChange ? <SwapOutlined /> : <PlusOutlined />}
        disabled={disabled}
        aria-label={t('picker.open', { action, name: title })}
        aria-describedby={props.describedBy}
        onClick={() => setOpen(true)}
      >
        {action}
      </Button>
      {isOpen && (
        <ResourcePicker
          title={title}
          source={source}
          value={value}
          isMultiple={isMultiple}
          exclude={exclude}
          onChoose={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
