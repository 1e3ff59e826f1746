import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RulesOfDoor } from '@/features/access-rules'
import { DeviceTaskList } from '@/features/device-tasks'
import { Timeline } from '@/features/timeline'
import { Details } from '@/kit/details'
import { Panel, Panels } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { RelativeTime } from '@/kit/time'
import { type Device, useModel } from './api'
import { DeviceStatusTag } from './DeviceStatusTag'
import { linkOfDevice, ofDevice } from './related'
import { SyncErrorList } from './SyncErrorList'
import { SyncTag } from './SyncTag'

/** All that is known of a door: whether it is well, who may open it, and what happened at it. */
export default function DeviceOverview({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const { can } = useCan()
  const { id } = device
  const model = useModel(device.type, device.model)
  const hasLocks = (model?.locks ?? 0) > 0
  const refused = device.device_info?.sync_errors_count ?? 0
  const of = useMemo(() => timelineOf(id, model?.has_sip ?? false), [id, model?.has_sip])
  return (
    <Panels
      side={
        <Panel
          title={t('overview.timeline')}
          extra={<Link to={linkOfDevice('/devices/events', id)}>{t('allEvents')}</Link>}
        >
          <Timeline {...of} />
        </Panel>
      }
    >
      <Panel title={t('overview.health')}>
        <Health device={device} maxIdentifiers={model?.max_identifiers} />
      </Panel>
      {hasLocks && (
        <Panel title={t('overview.who')}>
          <RulesOfDoor door={{ id, name: device.name }} />
        </Panel>
      )}
      {refused > 0 && (
        <Panel title={t('tabs.syncErrors')}>
          <SyncErrorList deviceId={id} />
        </Panel>
      )}
      {can('can_view_device_tasks') && (
        <Panel
          title={t('tabs.tasks')}
          extra={<Link to={linkOfDevice('/devices/tasks', id)}>{t('allTasks')}</Link>}
        >
          <DeviceTaskList deviceId={id} count={5} />
        </Panel>
      )}
    </Panels>
  )
}

/** Whether it is there, since when, and whether it holds what it should. */
function Health({ device, maxIdentifiers }: { device: Device; maxIdentifiers?: number }) {
  const { t } = useTranslation('devices')
  const { device_info: info, domain, model, ip_address: address } = device
  const held = info?.identifiers_count ?? 0
  return (
    <Details
      rows={[
        [t('fields.status'), <DeviceStatusTag key="status" info={info} />],
        [t('fields.since'), <RelativeTime key="since" value={info?.status_changed_at} />],
        [t('fields.sync'), <SyncTag key="sync" info={info} />],
        [
          t('fields.identifiers'),
          maxIdentifiers ? t('ofMax', { held, max: maxIdentifiers }) : held,
        ],
        [t('fields.model'), [model, info?.firmware].filter(Boolean).join(' · ')],
        [
          t('fields.domain'),
          domain && (
            <Link key="group" to={pathsOf({ path: '/groups', hasPage: true }).of(domain.id)}>
              {domain.name}
            </Link>
          ),
        ],
        [t('fields.ip_address'), address && `${address}:${device.port}`],
      ]}
    />
  )
}

function timelineOf(id: number, hasCalls: boolean) {
  return {
    events: { source: 'devices' as const, filters: ofDevice(id) },
    calls: hasCalls ? ofDevice(id) : undefined,
    changes: {
      match: 'match_all' as const,
      items: [
        { field: 'resource', rule: 'equals' as const, value: 'devices' },
        { field: 'resource_id', rule: 'equals' as const, value: id },
      ],
    },
  }
}
