import { ArrowLeftOutlined, HddOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useTopic } from '@/api/realtime'
import { DEVICE_TOPIC, devices, DeviceStatusTag, useDevice, type Device } from '@/features/devices'
import { Mark, PRODUCT } from '@/kit/brand'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { Page } from '@/kit/page'
import { pathsOf } from '@/kit/resource'
import { Ended } from './Ended'
import { refusalOf, type Refusal } from './refusal'
import { RefusalDialog } from './RefusalDialog'
import styles from './RemoteControl.module.css'
import { Session } from './Session'
import { SignIn } from './SignIn'
import { useRemoteSession } from './useRemoteSession'

const paths = pathsOf(devices)

/** A device, controlled from afar: `?id=` names it. */
export default function RemoteControlPage() {
  const { t } = useTranslation('remote-control')
  const [params] = useSearchParams()
  const id = Number(params.get('id'))
  const isNamed = Number.isSafeInteger(id) && id > 0
  return (
    <div className={styles.layout}>
      <header className={styles.bar}>
        <span className={styles.brand}>
          <Mark size={26} /> {PRODUCT}
        </span>
        <Link to={isNamed ? paths.edit(id) : paths.list} className={styles.back}>
          <ArrowLeftOutlined aria-hidden /> {isNamed ? t('back') : t('backToList')}
        </Link>
      </header>
      <main className={styles.main}>{isNamed ? <Controlled key={id} id={id} /> : <Nothing />}</main>
    </div>
  )
}

function Nothing() {
  const { t } = useTranslation('remote-control')
  return (
    <Page title={t('title')}>
      <EmptyState icon={HddOutlined} title={t('nothing')} text={t('nothingText')} />
    </Page>
  )
}

function Controlled({ id }: { id: number }) {
  const { t } = useTranslation('remote-control')
  useTopic(DEVICE_TOPIC)
  const { data: device, error, refetch } = useDevice(id)
  if (device) return <Control device={device} />
  return (
    <Page title={t('title')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />}
    </Page>
  )
}

function Control({ device }: { device: Device }) {
  const { t } = useTranslation('remote-control')
  const navigate = useNavigate()
  const remote = useRemoteSession(device.serial_number)
  const [refused, setRefused] = useState<Refusal>()
  const { control } = remote
  const refusal = control.phase === 'live' ? undefined : (refused ?? refusalOf(device))
  return (
    <Page
      title={t('titleOf', { name: device.name })}
      note={
        <span className={styles.note}>
          <DeviceStatusTag info={device.device_info} />
          <span>{device.model}</span>
          <span className="mono">{device.serial_number}</span>
        </span>
      }
    >
      {control.phase === 'before' && (
        <SignIn login={device.device_login} onStart={remote.start} onRefused={setRefused} />
      )}
      {control.phase === 'live' && (
        <Session
          device={device}
          session={control.session}
          isUnheard={control.isUnheard}
          isAsking={remote.isAsking}
          onAsk={() => void remote.ask()}
          onEnd={remote.close}
        />
      )}
      {control.phase === 'ended' && <Ended why={control.why} onAgain={remote.again} />}
      {refusal && (
        <RefusalDialog refusal={refusal} onClose={() => void navigate(paths.edit(device.id))} />
      )}
    </Page>
  )
}
