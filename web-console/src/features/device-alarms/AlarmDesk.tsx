import { SafetyOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { useKeys } from '@/kit/keyboard'
import type { ListControl } from '@/kit/list'
import { useCan } from '@/kit/permissions'
import { AlarmCard } from './AlarmCard'
import styles from './alarms.module.css'
import { useAlarmList, type DeviceAlarm } from './api'
import { inOrder, neighbour, TO_PROCESS } from './desk'
import { ProcessDialog } from './ProcessDialog'
import { useAlarmActions } from './useAlarmActions'

/** The alarms that nobody has processed: what goes on first, then what is over. */
export function AlarmDesk({ list }: { list: ListControl }) {
  const { t } = useTranslation('device-alarms')
  const { data, error, refetch } = useAlarmList(TO_PROCESS)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 8 }} />
  if (data.items.length === 0) {
    return <EmptyState icon={SafetyOutlined} title={t('empty.title')} text={t('empty.text')} />
  }
  const hidden = data.total - data.items.length
  return (
    <>
      <Cards alarms={inOrder(data.items)} list={list} />
      {hidden > 0 && <p className={styles.soft}>{t('hidden', { count: hidden })}</p>}
    </>
  )
}

function Cards({ alarms, list }: { alarms: DeviceAlarm[]; list: ListControl }) {
  const { t } = useTranslation('device-alarms')
  const { can } = useCan()
  const { toggleTaken } = useAlarmActions()
  const [chosenId, choose] = useState<number>()
  const opened = Number(list.state.preview)
  const chosen = alarms.find(({ id }) => id === chosenId)
  // The dialog is part of the address: its alarm may have been processed meanwhile.
  const inDialog = alarms.find(({ id }) => list.state.dialog === `process:${id}`)
  const toggle = (id: number) => list.set({ preview: opened === id ? '' : String(id) })
  const process = (id: number) => list.set({ dialog: `process:${id}` })
  const mayProcess = can('can_process_device_alarm')
  useKeys({
    j: () => choose(neighbour(alarms, chosenId, 1)),
    k: () => choose(neighbour(alarms, chosenId, -1)),
    Enter: chosen && (() => toggle(chosen.id)),
    t: mayProcess && chosen ? () => void toggleTaken(chosen) : undefined,
    p: mayProcess && chosen ? () => process(chosen.id) : undefined,
  })

  const parts = [
    { key: 'enabled', rows: alarms.filter(({ state }) => state === 'enabled') },
    { key: 'disabled', rows: alarms.filter(({ state }) => state !== 'enabled') },
  ] as const
  return (
    <>
      {parts
        .filter(({ rows }) => rows.length > 0)
        .map(({ key, rows }) => (
          <section key={key} className={styles.part} aria-label={t(`options.parts.${key}`)}>
            <h2>
              {t(`options.parts.${key}`)} <span className={styles.soft}>{rows.length}</span>
            </h2>
            <ul className={styles.cards}>
              {rows.map((alarm) => (
                <AlarmCard
                  key={alarm.id}
                  alarm={alarm}
                  isChosen={alarm.id === chosenId}
                  isOpen={alarm.id === opened}
                  onChoose={() => choose(alarm.id)}
                  onToggle={() => toggle(alarm.id)}
                  onProcess={() => process(alarm.id)}
                />
              ))}
            </ul>
          </section>
        ))}
      <p className={styles.keys}>{t('keys')}</p>
      {inDialog && mayProcess && (
        <ProcessDialog alarm={inDialog} onClose={() => list.set({ dialog: '' })} />
      )}
    </>
  )
}
