import { Modal, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ElevatorDirection } from '../api'
import { buildingOf } from '../map/floors'
import styles from './CallDialog.module.css'
import { directionsOf, isReleased } from './modes'
import { useSend, type Asked } from './useCall'

interface Props extends Asked {
  onClose: () => void
}

/** To which floor an elevator is called, found by number, name or apartment; and where to from there. */
export function CallDialog({ elevator, floor: first, onClose }: Props) {
  const { t } = useTranslation(['elevators', 'common'])
  const id = useId()
  const { send, isSending } = useSend()
  const [floor, setFloor] = useState(first)
  const [chosen, setDirection] = useState<ElevatorDirection>()
  const floors = buildingOf(elevator.devices)
  const directions = floor === undefined ? [] : directionsOf(elevator.devices, floor)
  const direction = directions.find((each) => each === chosen)
  const isComplete = floor !== undefined && (directions.length === 0 || direction !== undefined)
  const isRelease = floor !== undefined && isReleased(elevator.devices, floor)
  const call = async () => {
    if (isComplete && (await send(elevator, floor, direction))) onClose()
  }
  return (
    <Modal
      open
      title={t('call.title', { name: elevator.name })}
      width={360}
      onCancel={onClose}
      okText={isRelease ? t('call.release') : t('call.action')}
      okButtonProps={{ disabled: !isComplete }}
      confirmLoading={isSending}
      onOk={() => void call()}
    >
      <div className={styles.fields}>
        <label htmlFor={`${id}-floor`}>{t('call.floor')}</label>
        <Select<number>
          id={`${id}-floor`}
          value={floor}
          onChange={setFloor}
          placeholder={t('call.floorHint')}
          showSearch={{ optionFilterProp: 'label' }}
          options={floors.map(({ floor: value, name, apartments }) => ({
            value,
            label: [String(value), name, apartments.join(', ')].filter(Boolean).join(' · '),
          }))}
        />
        {directions.length > 0 && (
          <Radio.Group
            className={styles.directions}
            aria-label={t('call.direction')}
            optionType="button"
            value={direction}
            onChange={({ target }) => setDirection(target.value as ElevatorDirection)}
            options={directions.map((value) => ({
              value,
              label: t(`options.directions.${value}`),
            }))}
          />
        )}
        {isRelease && <p>{t('call.releaseText')}</p>}
      </div>
    </Modal>
  )
}
