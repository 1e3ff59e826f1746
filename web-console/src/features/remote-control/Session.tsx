import { CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { DeviceStatusTag, type Device } from '@/features/devices'
import { Details } from '@/kit/details'
import { ServiceCard } from '@/kit/service'
import { RelativeTime, useDateFormat } from '@/kit/time'
import type { RemoteSession } from './api'
import { Locks } from './Locks'
import styles from './RemoteControl.module.css'

interface Props {
  device: Device
  session: RemoteSession
  isUnheard: boolean
  isAsking: boolean
  onAsk: () => void
  onEnd: () => void
}

/** What the device says of itself, and what can be done with it. */
export function Session({ device, session, isUnheard, isAsking, onAsk, onEnd }: Props) {
  const { t } = useTranslation(['remote-control', 'devices'])
  const { info } = session
  return (
    <>
      <ServiceCard
        title={t('session')}
        state={
          isUnheard
            ? { tone: 'warning', text: t('unheard') }
            : { tone: 'success', text: t('underWay') }
        }
        actions={
          <>
            <Button icon={<ReloadOutlined />} loading={isAsking} onClick={onAsk}>
              {t('ask')}
            </Button>
            <Button danger icon={<CloseOutlined />} onClick={onEnd}>
              {t('end')}
            </Button>
          </>
        }
      >
        <Trouble session={session} isUnheard={isUnheard} />
        <Details
          rows={[
            [
              t('devices:fields.status'),
              <DeviceStatusTag key="status" info={device.device_info} />,
            ],
            [t('devices:fields.model'), info?.model],
            [
              t('devices:fields.serial_number'),
              info && (
                <span key="serial" className="mono">
                  {info.serial_number}
                </span>
              ),
            ],
            [t('devices:fields.firmware'), info?.firmware],
            [t('devices:fields.domain'), device.domain?.name],
            [t('began'), <RelativeTime key="began" value={session.started_at} />],
          ]}
        />
        <p className={styles.soft}>{t('kept')}</p>
      </ServiceCard>
      <Locks device={device} />
    </>
  )
}

function Trouble({ session, isUnheard }: Pick<Props, 'session' | 'isUnheard'>) {
  const { t } = useTranslation('remote-control')
  const format = useDateFormat()
  if (isUnheard) {
    const time = session.expires_at ? format.at(session.expires_at).format('HH:mm:ss') : ''
    return <Alert type="warning" showIcon title={t('unheardText', { time })} />
  }
  if (session.info) return null
  return <Alert type="warning" showIcon title={t('silent')} description={t('silentText')} />
}
