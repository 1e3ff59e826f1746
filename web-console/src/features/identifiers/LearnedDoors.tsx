import { ReloadOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { useTaskWords } from '@/features/device-tasks'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { StatusTag } from '@/kit/status'
import { useIdentifierDevices, useRetryIdentifierDevice, type IdentifierDevice } from './api'
import { staysShut } from './photo'
import styles from './photo.module.css'

const TONES = {
  held: 'success',
  waiting: 'neutral',
  refused: 'error',
  asks_online: 'info',
} as const

/** Which doors have learned a face, and why one has not: "learned 3 of 4". */
export function LearnedDoors({ id, mayRetry }: { id: Id; mayRetry: boolean }) {
  const { t } = useTranslation('identifiers')
  const { data } = useIdentifierDevices(id)
  if (!data || data.wanted === 0) return null
  return (
    <div className={styles.doors} aria-live="polite">
      <strong>{t('photo.learned', { held: data.held, wanted: data.wanted })}</strong>
      {data.items.map((item) => (
        <DoorChip key={item.device?.id} identifier={id} item={item} mayRetry={mayRetry} />
      ))}
    </div>
  )
}

function DoorChip({
  identifier,
  item,
  mayRetry,
}: {
  identifier: Id
  item: IdentifierDevice
  mayRetry: boolean
}) {
  const { t } = useTranslation('identifiers')
  const { error: wordsOf } = useTaskWords()
  const errorText = useErrorText()
  const [retry, { isLoading }] = useRetryIdentifierDevice()
  const state = item.state ?? 'waiting'
  const again = async () => {
    try {
      await retry({
        id: identifier,
        deviceId: item.device?.id ?? 0,
        body: {},
      }).unwrap()
      alerts.success(t('photo.sentAgain'))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  const offline = !item.is_online && state === 'waiting'
  const isShut = staysShut(item)
  return (
    <Popover
      trigger="click"
      content={
        <>
          {isShut && <p>{t('photo.shut')}</p>}
          {!isShut && <p>{offline ? t('photo.offline') : t(`options.photoStates.${state}`)}</p>}
          {item.reason && !isShut && <p>{wordsOf(item.reason)}</p>}
          {state === 'refused' && !isShut && mayRetry && (
            <Button icon={<ReloadOutlined />} loading={isLoading} onClick={() => void again()}>
              {t('photo.retry')}
            </Button>
          )}
        </>
      }
    >
      <button type="button" className={styles.chip}>
        <StatusTag tone={TONES[state]}>{item.device?.name}</StatusTag>
      </button>
    </Popover>
  )
}
