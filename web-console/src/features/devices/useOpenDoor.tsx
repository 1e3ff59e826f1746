import { LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useCan } from '@/kit/permissions'
import { useListDeviceModelsQuery, useOpenLockMutation, type Device } from './api'
import styles from './OpenDoor.module.css'

/** Every lock of the device at once. */
const ALL_LOCKS = 0

/** What opening needs to know of a device. */
export type Door = Pick<Device, 'id' | 'name' | 'type' | 'model' | 'device_info'>

/**
 * Opens doors: at once where there is one lock, else after the choice of a lock. `dialog` is to
 * be rendered; `why` says why a door cannot be opened.
 */
export function useOpenDoor() {
  const { t } = useTranslation('devices')
  const { meets } = useCan()
  const { data: models } = useListDeviceModelsQuery()
  const errorText = useErrorText()
  const [send, { isLoading }] = useOpenLockMutation()
  const opening = useRef(new Set<Id>())
  const [choosing, setChoosing] = useState<Door>()

  const locksOf = ({ type, model }: Door) =>
    models?.items.find((each) => each.model === model && each.type === type)?.locks
  const why = (door: Door): string | false => {
    if (!meets({ any: ['can_edit_device', 'can_manage_self_domain_devices'] }))
      return t('open.noRight')
    if (locksOf(door) === 0) return t('open.noLocks')
    return door.device_info?.status !== 'online' && t('open.offline')
  }
  const openLock = async (door: Door, lock: number) => {
    // A second click of a double click comes before the button is off.
    if (opening.current.has(door.id)) return
    opening.current.add(door.id)
    try {
      const { opened } = await send({ id: door.id, body: { lock_number: lock } }).unwrap()
      if (opened) {
        alerts.success(t('open.done', { name: door.name }))
        setChoosing(undefined)
      } else alerts.error(t('open.refused', { name: door.name }))
    } catch (error) {
      alerts.error(errorText(error))
    } finally {
      opening.current.delete(door.id)
    }
  }
  const open = (door: Door) => {
    const locks = locksOf(door)
    if (locks === 1) void openLock(door, 1)
    else setChoosing(door)
  }
  const dialog: ReactNode = choosing && (
    <LockDialog
      door={choosing}
      locks={locksOf(choosing) ?? 1}
      isOpening={isLoading}
      onChoose={(lock) => void openLock(choosing, lock)}
      onClose={() => setChoosing(undefined)}
    />
  )
  return { open, openLock, locksOf, why, dialog, isOpening: isLoading }
}

interface DialogProps {
  door: Door
  locks: number
  isOpening: boolean
  onChoose: (lock: number) => void
  onClose: () => void
}

/** Which lock of the door. */
function LockDialog({ door, locks, isOpening, onChoose, onClose }: DialogProps) {
  const { t } = useTranslation('devices')
  return (
    <Modal
      open
      title={t('open.title', { name: door.name })}
      width={320}
      footer={null}
      onCancel={onClose}
    >
      <div className={styles.locks}>
        {Array.from({ length: locks }, (_, at) => (
          <Button
            key={at}
            size="large"
            icon={<LockOutlined />}
            disabled={isOpening}
            onClick={() => onChoose(at + 1)}
          >
            {t('open.lock', { number: at + 1 })}
          </Button>
        ))}
        <Button
          size="large"
          icon={<UnlockOutlined />}
          disabled={isOpening}
          onClick={() => onChoose(ALL_LOCKS)}
        >
          {t('open.all')}
        </Button>
      </div>
    </Modal>
  )
}
