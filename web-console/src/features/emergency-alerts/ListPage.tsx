import { DesktopOutlined, PauseCircleOutlined, SoundOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useTopic } from '@/api/realtime'
import { Details } from '@/kit/details'
import { columnsOf, detailsOf, filtersOf, useFieldLabel } from '@/kit/fields'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import {
  useDeleteAllEmergencyAlertsMutation,
  useEmergencyAlertList,
  type EmergencyAlert,
} from './api'
import { clock, isLive } from './board'
import { boardOf, PLAYBACK } from './entity'
import { alertFields } from './fields'
import { NamesNothing } from './NamesNothing'
import { ALERT_TOPIC } from './realtime'
import { emergencyAlerts } from './resource'
import { RunTag } from './RunTag'
import { StartDialog } from './StartDialog'
import { useStop } from './useStop'

const paths = pathsOf(emergencyAlerts)

const names = (refs: { name: string }[]) => refs.map(({ name }) => name).join(', ') || '—'

/** The alerts of a site: what is prepared for an emergency, and what runs. */
export default function AlertListPage() {
  const { t } = useTranslation(['emergency-alerts', 'common'])
  const { meets } = useCan()
  const list = useListState({ sort: emergencyAlerts.defaultSort })
  const rows = useEmergencyAlertList(list.query)
  const label = useFieldLabel('emergency-alerts')
  const removal = useAlertRemoval()
  const [starting, setStarting] = useState<EmergencyAlert>()
  useTopic(ALERT_TOPIC)
  const cells = useCells()
  const linkOf = ({ id }: EmergencyAlert) => paths.edit(id)
  const { rowActions, bulkActions } = useEditActions({
    linkOf,
    remove: meets(emergencyAlerts.can.remove) ? removal.removeRows : undefined,
    whyKept: ({ run }: EmergencyAlert) => isLive(run) && t('runs'),
  })
  const playback = usePlaybackActions(setStarting)
  const add = meets(emergencyAlerts.can.create) && <AddButton to={paths.add}>{t('add')}</AddButton>
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="emergency-alerts"
        list={list}
        rows={rows}
        isLive
        columns={columnsOf<EmergencyAlert>(alertFields, label, cells)}
        filters={filtersOf(alertFields, label)}
        label={emergencyAlerts.label}
        linkOf={linkOf}
        preview={(row) => (
          <Details rows={detailsOf<EmergencyAlert>(alertFields, label, row, cells)} />
        )}
        useRow={emergencyAlerts.api.useGet}
        rowActions={[...playback, ...rowActions]}
        bulkActions={bulkActions}
        empty={{
          icon: SoundOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
      {starting && <StartDialog alert={starting} onClose={() => setStarting(undefined)} />}
    </Page>
  )
}

function useCells() {
  const { t } = useTranslation('emergency-alerts')
  return {
    run: (row: EmergencyAlert) =>
      row.run || row.names_nothing.length === 0 ? (
        <RunTag run={row.run} />
      ) : (
        <NamesNothing alert={row} />
      ),
    domains: (row: EmergencyAlert) => names(row.domains),
    devices: (row: EmergencyAlert) => names(row.devices),
    sound: (row: EmergencyAlert) =>
      row.file ? `${row.file.name || t('sound')} · ${clock(row.playback_duration)}` : '—',
    doors: (row: EmergencyAlert) =>
      row.door_mode === 'none' && row.open_locks
        ? t('fields.open_locks')
        : t(`options.doorModes.${row.door_mode ?? 'none'}`),
  }
}

/** Start and stop, and the board of what runs. */
function usePlaybackActions(onStart: (alert: EmergencyAlert) => void) {
  const { t } = useTranslation(['emergency-alerts', 'common'])
  const { meets } = useCan()
  const navigate = useNavigate()
  const [stop] = useStop()
  const mayPlay = meets(PLAYBACK)
  const noRight = !mayPlay && t('common:noRight')
  return [
    {
      key: 'start',
      label: t('start.action'),
      icon: <SoundOutlined />,
      disabled: ({ run }: EmergencyAlert) => noRight || (isLive(run) && t('runsAlready')),
      run: (row: EmergencyAlert) => onStart(row),
    },
    {
      key: 'stop',
      label: t('stop'),
      icon: <PauseCircleOutlined />,
      isDanger: true,
      disabled: ({ run }: EmergencyAlert) =>
        noRight || (run?.status !== 'running' && t('nothingRuns')),
      run: (row: EmergencyAlert) => void stop(row.id),
    },
    {
      key: 'board',
      label: t('board'),
      icon: <DesktopOutlined />,
      disabled: ({ run }: EmergencyAlert) => run === null && t('nothingRuns'),
      run: ({ id, run }: EmergencyAlert) => run && void navigate(boardOf(id, run.id)),
    },
  ]
}

function useAlertRemoval() {
  const { t } = useTranslation('emergency-alerts')
  const [remove] = useDeleteAllEmergencyAlertsMutation()
  return useRemoval<EmergencyAlert>({
    remove,
    label: emergencyAlerts.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
