import type { TFunction } from 'i18next'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RulesOfDoor } from '@/features/access-rules'
import { DeviceTaskList } from '@/features/device-tasks'
import { Timeline } from '@/features/timeline'
import { Details } from '@/kit/details'
import { Panel, Panels } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { StatusTag } from '@/kit/status'
import { RelativeTime } from '@/kit/time'
import { type Device, useModel } from './api'
import { DeviceStatusTag } from './DeviceStatusTag'
import { clockState } from './clock'
import { contactProblem } from './contact'
import { StatusHistory } from './history/StatusHistory'
import { linkOfDevice, ofDevice } from './related'
import { missingSipPassword } from './sipAccount'
import { SyncErrorList } from './SyncErrorList'
import { SyncTag } from './SyncTag'
import styles from './DeviceOverview.module.css'

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
      <Panel title={t('history.title')}>
        <StatusHistory deviceId={id} />
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
  const wanted = info?.desired_identifiers_count ?? 0
  const missing = missingSipPassword(device)
  const contact = info?.contact_error && contactProblem(info.contact_error)
  // Without a trouble there is nothing to say of them.
  const problems: [string, ReactNode][] = []
  if (contact) {
    problems.push([
      t('fields.contact'),
      <Problem key="contact" text={t(`options.contacts.${contact}`)} />,
    ])
  }
  if (missing) {
    const text = t(`options.missingSipPasswords.${missing}`)
    problems.push([t('fields.sipAccount'), <Problem key="sip" text={text} />])
  }
  return (
    <Details
      rows={[
        [t('fields.status'), <DeviceStatusTag key="status" info={info} />],
        [t('fields.since'), <RelativeTime key="since" value={info?.status_changed_at} />],
        [
          t('fields.sync'),
          device.management?.keep_list ? (
            <StatusTag key="kept" tone="warning">
              {t('adoption.keeps')}
            </StatusTag>
          ) : (
            <SyncTag key="sync" info={info} />
          ),
        ],
        [
          t('fields.identifiers'),
          maxIdentifiers ? t('ofWanted', { held, wanted, max: maxIdentifiers }) : held,
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
        [
          t('fields.lastEvent'),
          info?.last_event_at && <RelativeTime key="event" value={info.last_event_at} />,
        ],
        [t('fields.clock'), clockWords(info?.clock_skew_seconds, t)],
        [t('fields.protocol'), <ProtocolStanding key="protocol" device={device} />],
        ...problems,
      ]}
    />
  )
}

const Problem = ({ text }: { text: string }) => <span className={styles.problem}>{text}</span>

/** Its protocol, and whether it is on the way to another one. */
function ProtocolStanding({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const { protocol, device_info: info } = device
  const pending = info?.pending_protocol
  return (
    <>
      {protocol && t(`options.protocols.${protocol}`)}{' '}
      {pending && (
        <StatusTag tone="info">
          {t('protocolPending', { protocol: t(`options.protocols.${pending}`) })}
        </StatusTag>
      )}
      {info?.protocol_error && <span className={styles.problem}>{t('protocolFailed')}</span>}
    </>
  )
}

function clockWords(skew: number | null | undefined, t: TFunction<'devices'>): ReactNode {
  const state = clockState(skew)
  if (!state) return null
  const text = t(`options.clocks.${state.kind}`, { count: state.seconds })
  return state.kind === 'right' ? text : <StatusTag tone="warning">{text}</StatusTag>
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
