import { PoweroffOutlined, SyncOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading, Reason } from '@/kit/feedback'
import { useLack } from '@/kit/permissions'
import { Figures, ServiceCard } from '@/kit/service'
import { StatusTag } from '@/kit/status'
import type { ToneName } from '@/kit/theme'
import { RelativeTime } from '@/kit/time'
import {
  useSipServiceStatus,
  type SipServicePart,
  type SipServiceState,
  type SipServiceStatus,
} from './api'
import styles from './sip-service.module.css'
import { useServiceActions } from './useServiceActions'

const TONES: Record<SipServiceState, ToneName> = {
  running: 'success',
  restarting: 'info',
  degraded: 'warning',
  stopped: 'error',
}

/** The SIP service: whether it works, part by part, and its two buttons. */
export function SipServiceSection() {
  const { t } = useTranslation('sip-service')
  const { data, error, refetch } = useSipServiceStatus()
  const state = data?.state && {
    tone: TONES[data.state],
    text: t(`options.states.${data.state}`),
    isBusy: data.state === 'restarting',
  }
  return (
    <ServiceCard title={t('title')} state={state} actions={<Actions status={data} />}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading title={false} paragraph={{ rows: 3 }} />}
      {data && <Status status={data} />}
    </ServiceCard>
  )
}

function Actions({ status }: { status: SipServiceStatus | undefined }) {
  const { t } = useTranslation('sip-service')
  const lack = useLack()
  const actions = useServiceActions()
  const why =
    lack({ any: ['can_change_project_settings'], isDealer: true }) ||
    (status?.state === 'restarting' && t('isRestarting'))
  return (
    <>
      <Reason why={why}>
        <Button
          icon={<SyncOutlined />}
          disabled={Boolean(why)}
          loading={actions.isReinitialising}
          onClick={() => void actions.reinitialise()}
        >
          {t('reinit.action')}
        </Button>
      </Reason>
      <Reason why={why}>
        <Button
          danger
          icon={<PoweroffOutlined />}
          disabled={Boolean(why)}
          loading={actions.isRestarting}
          onClick={() => void actions.restartService()}
        >
          {t('restart.action')}
        </Button>
      </Reason>
    </>
  )
}

function Status({ status }: { status: SipServiceStatus }) {
  const { t } = useTranslation('sip-service')
  return (
    <>
      <Figures
        items={[
          { name: t('registered'), value: status.registered_numbers },
          { name: t('calls'), value: status.active_calls },
          { name: t('started'), value: <RelativeTime value={status.started_at} /> },
        ]}
      />
      <ul className={styles.parts}>
        {status.parts.map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </ul>
    </>
  )
}

/** Parts that have words here; others are shown by their own names. */
const PARTS = ['edge', 'media', 'call_control'] as const

function Part({ part: { name, is_ready, version, message } }: { part: SipServicePart }) {
  const { t } = useTranslation('sip-service')
  const known = PARTS.find((each) => each === name)
  return (
    <li>
      <span className={styles.name}>
        <b>{known ? t(`options.parts.${known}`) : name}</b>
        {known && <small>{t(`options.partTexts.${known}`)}</small>}
      </span>
      {version && <span className="mono">{version}</span>}
      <StatusTag tone={is_ready ? 'success' : 'error'}>
        {is_ready ? t('ready') : t('notReady')}
      </StatusTag>
      {!is_ready && message && <p>{message}</p>}
    </li>
  )
}
