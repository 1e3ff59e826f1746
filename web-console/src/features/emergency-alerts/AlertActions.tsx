import { DesktopOutlined, ExperimentOutlined, SoundOutlined, StopFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Reason } from '@/kit/feedback'
import { LinkButton } from '@/kit/page'
import { useLack } from '@/kit/permissions'
import type { EmergencyAlert } from './api'
import { isLive } from './board'
import { boardOf, PLAYBACK } from './entity'
import { HoldButton } from './HoldButton'
import { StartDialog } from './StartDialog'
import { useStart } from './useStart'
import { useStop } from './useStop'

/** Beside the name of an alert: to start it while nothing runs, else its board and the end of it. */
export function AlertActions({ alert }: { alert: EmergencyAlert }) {
  return isLive(alert.run) ? <WhileItRuns alert={alert} /> : <BeforeItRuns alert={alert} />
}

function BeforeItRuns({ alert }: { alert: EmergencyAlert }) {
  const { t } = useTranslation('emergency-alerts')
  const why = useLack()(PLAYBACK)
  const [isAsking, setAsking] = useState(false)
  const [begin, isLoading] = useStart()
  return (
    <>
      <Reason why={why}>
        <Button
          icon={<ExperimentOutlined />}
          disabled={Boolean(why)}
          onClick={() => setAsking(true)}
        >
          {t('start.what')}
        </Button>
      </Reason>
      <Reason why={why}>
        <HoldButton
          isInHead
          icon={<SoundOutlined aria-hidden />}
          isLoading={isLoading}
          disabled={Boolean(why)}
          onHeld={() => void begin(alert.id)}
        >
          {t('start.holdShort')}
        </HoldButton>
      </Reason>
      {isAsking && <StartDialog alert={alert} onClose={() => setAsking(false)} />}
    </>
  )
}

function WhileItRuns({ alert }: { alert: EmergencyAlert }) {
  const { t } = useTranslation('emergency-alerts')
  const why = useLack()(PLAYBACK)
  const [stop, isStopping] = useStop()
  const { run } = alert
  if (!run) return null
  return (
    <>
      <LinkButton to={boardOf(alert.id, run.id)} icon={<DesktopOutlined aria-hidden />}>
        {t('board')}
      </LinkButton>
      {run.status === 'running' && (
        <Reason why={why}>
          <Button
            danger
            type="primary"
            icon={<StopFilled aria-hidden />}
            loading={isStopping}
            disabled={Boolean(why)}
            onClick={() => void stop(alert.id)}
          >
            {run.door_mode === 'lockdown' ? t('release') : t('stop')}
          </Button>
        </Reason>
      )}
    </>
  )
}
