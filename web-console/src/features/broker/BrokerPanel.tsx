import { PoweroffOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading, Reason } from '@/kit/feedback'
import { useLack } from '@/kit/permissions'
import { Figures, ServiceCard } from '@/kit/service'
import type { ToneName } from '@/kit/theme'
import { useBrokerStatus, type BrokerState, type BrokerStatus } from './api'
import { OwnBroker } from './OwnBroker'
import { useRestart } from './useRestart'

const TONES: Record<BrokerState, ToneName> = {
  running: 'success',
  restarting: 'info',
  stopped: 'error',
}

/** The MQTT broker: whether the platform reaches it, which of the project's devices do, and its restart. */
export default function BrokerPanel() {
  return (
    <>
      <Installation />
      <OwnBroker />
    </>
  )
}

function Installation() {
  const { t } = useTranslation('broker')
  const { data, error, refetch } = useBrokerStatus()
  const state = data?.state && {
    tone: TONES[data.state],
    text: t(`options.states.${data.state}`),
    isBusy: data.state === 'restarting',
  }
  return (
    <ServiceCard title={t('title')} state={state} actions={<Restart status={data} />}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading title={false} paragraph={{ rows: 2 }} />}
      {data && (
        <>
          <Figures
            items={[
              { name: t('devices'), value: data.devices },
              { name: t('online'), value: data.online_devices },
              {
                name: t('address'),
                value: data.url ? <span className="mono">{data.url}</span> : t('noAddress'),
              },
            ]}
          />
          <p>{t('text')}</p>
        </>
      )}
    </ServiceCard>
  )
}

function Restart({ status }: { status: BrokerStatus | undefined }) {
  const { t } = useTranslation('broker')
  const lack = useLack()
  const { restart, isRestarting } = useRestart()
  const why =
    lack({ any: ['can_change_project_settings'], isDealer: true }) ||
    (status?.state === 'restarting' && t('isRestarting')) ||
    (status?.is_restartable === false && t('notRestartable'))
  return (
    <Reason why={why}>
      <Button
        danger
        icon={<PoweroffOutlined />}
        disabled={Boolean(why)}
        loading={isRestarting}
        onClick={() => void restart()}
      >
        {t('restart.action')}
      </Button>
    </Reason>
  )
}
