import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading, Reason, useAttempt } from '@/kit/feedback'
import { useLack } from '@/kit/permissions'
import { Figures, ServiceCard } from '@/kit/service'
import type { ToneName } from '@/kit/theme'
import { ExactTime } from '@/kit/time'
import {
  useBrokerSettings,
  useDeleteBrokerSettingsMutation,
  type BrokerRollout,
  type BrokerRolloutState,
  type BrokerSettings,
} from './api'
import { BrokerDialog } from './BrokerDialog'

const TONES: Record<BrokerRolloutState, ToneName> = {
  running: 'info',
  completed: 'success',
  stopped: 'error',
}

/** The broker of the project, and how far its devices have moved to it. */
export function OwnBroker() {
  const { t } = useTranslation('broker')
  const { data, error, refetch } = useBrokerSettings()
  const [isOpen, setOpen] = useState(false)
  const rollout = data?.rollout
  const state = rollout?.state && {
    tone: TONES[rollout.state],
    text: t(`options.rollouts.${rollout.state}`),
    isBusy: rollout.state === 'running',
  }
  return (
    <ServiceCard
      title={t('own.title')}
      state={state}
      actions={data && <Actions settings={data} onSet={() => setOpen(true)} />}
    >
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading title={false} paragraph={{ rows: 2 }} />}
      {data && <Facts settings={data} />}
      {rollout && <Move rollout={rollout} />}
      <p>{t('own.text')}</p>
      {isOpen && <BrokerDialog settings={data} onClose={() => setOpen(false)} />}
    </ServiceCard>
  )
}

function Facts({ settings }: { settings: BrokerSettings }) {
  const { t } = useTranslation('broker')
  if (!settings.url) return <Figures items={[{ name: t('own.address'), value: t('own.none') }]} />
  return (
    <Figures
      items={[
        {
          name: t('own.address'),
          value: <span className="mono">{settings.url}</span>,
        },
        { name: t('own.login'), value: settings.login },
        { name: t('own.certificate'), value: settings.certificate_subject },
        {
          name: t('own.until'),
          value: <ExactTime value={settings.certificate_expires_at} />,
        },
        {
          name: t('own.connected'),
          value: settings.is_connected ? t('own.yes') : t('own.no'),
        },
      ]}
    />
  )
}

function Move({ rollout }: { rollout: BrokerRollout }) {
  const { t } = useTranslation('broker')
  const { state, step, devices, moved, failed, user_name: name } = rollout
  const percent = devices === 0 ? 100 : Math.round((moved / devices) * 100)
  return (
    <>
      {state === 'stopped' && <Alert type="error" showIcon message={t('own.stoppedText')} />}
      {state === 'running' && step && (
        <>
          <strong>{t(`options.steps.${step}`)}</strong>
          <Progress percent={percent} aria-label={t('own.moves')} />
        </>
      )}
      <p>
        {t('own.progress', { moved, devices, failed })} · {t('own.by', { name })}
      </p>
    </>
  )
}

/** A move that no device has heard of, because none is online, may be replaced. */
const isUnderWay = (rollout?: BrokerRollout | null) =>
  rollout?.state === 'running' && (rollout.step !== 'canary' || rollout.sent > 0)

function Actions({ settings, onSet }: { settings: BrokerSettings; onSet: () => void }) {
  const { t } = useTranslation('broker')
  const lack = useLack()
  const attempt = useAttempt()
  const [remove, { isLoading }] = useDeleteBrokerSettingsMutation()
  const why =
    lack({ any: ['can_change_project_settings'] }) ||
    (isUnderWay(settings.rollout) && t('own.moving'))
  const back = () =>
    attempt(
      async () => {
        await remove().unwrap()
        return t('own.confirm.done')
      },
      {
        title: t('own.confirm.title'),
        text: t('own.confirm.text'),
        action: t('own.confirm.action'),
      },
    )
  return (
    <>
      {settings.url && (
        <Reason why={why}>
          <Button disabled={Boolean(why)} loading={isLoading} onClick={() => void back()}>
            {t('own.back')}
          </Button>
        </Reason>
      )}
      <Reason why={why}>
        <Button type="primary" disabled={Boolean(why)} onClick={onSet}>
          {t('own.set')}
        </Button>
      </Reason>
    </>
  )
}
