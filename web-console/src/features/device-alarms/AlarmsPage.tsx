import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTopic } from '@/api/realtime'
import { LiveMark } from '@/features/events'
import { playOnce } from '@/features/notifications'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { AlarmDesk } from './AlarmDesk'
import styles from './alarms.module.css'
import { ProcessedAlarms } from './ProcessedAlarms'
import { ALARM_TOPIC, wakes } from './realtime'
import { ALARM_SOUND, SoundSwitch } from './SoundSwitch'

const VIEWS = ['open', 'processed'] as const

/** The alarm desk: what devices report and a person has to look at, live and with a sound. */
export default function AlarmsPage() {
  const { t } = useTranslation('device-alarms')
  const list = useListState({ sort: '-last_at', tab: 'open' })
  useTopic(ALARM_TOPIC, (data) => {
    if (wakes(data)) playOnce(ALARM_SOUND)
  })
  const isProcessed = list.state.tab === 'processed'
  return (
    <Page title={t('title')} note={t('note')}>
      <div className={styles.toolbar}>
        <Segmented
          value={isProcessed ? 'processed' : 'open'}
          options={VIEWS.map((value) => ({ value, label: t(`options.views.${value}`) }))}
          onChange={(tab) => list.set({ tab, preview: '', dialog: '', page: 1 })}
        />
        <span className={styles.gap} />
        <LiveMark />
        <SoundSwitch />
      </div>
      {isProcessed ? <ProcessedAlarms list={list} /> : <AlarmDesk list={list} />}
    </Page>
  )
}
