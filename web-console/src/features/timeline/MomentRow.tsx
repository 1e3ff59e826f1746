import { ArrowRightOutlined, EditOutlined, PhoneOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Difference, useAuditWords, type AuditEvent } from '@/features/audit'
import { CallStatusTag, Party, SosTag, type HistoryCall } from '@/features/call-history'
import { devicesEntity } from '@/features/devices'
import {
  EventKindTag,
  explainLink,
  shownNumber,
  useEventWords,
  type Event,
} from '@/features/events'
import { usersEntity } from '@/features/users'
import { accessCheckScreen } from '@/features/access-check'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { StatusTag } from '@/kit/status'
import { useDateFormat } from '@/kit/time'
import styles from './timeline.module.css'
import type { Moment } from './useTimeline'

/** One entry: when, what kind of thing, and what it was. */
export function MomentRow({ moment }: { moment: Moment }) {
  switch (moment.kind) {
    case 'event':
      return <EventMoment event={moment.event} at={moment.at} />
    case 'call':
      return <CallMoment call={moment.call} at={moment.at} />
    case 'change':
      return <ChangeMoment change={moment.change} at={moment.at} />
  }
}

interface RowProps {
  at: string
  tag: ReactNode
  children: ReactNode
}

function Row({ at, tag, children }: RowProps) {
  const format = useDateFormat()
  return (
    <li>
      <time dateTime={at} title={format.exact(at)} className="tabular">
        {format.at(at).format('HH:mm:ss')}
      </time>
      <span className={styles.tag}>{tag}</span>
      <div className={styles.what}>{children}</div>
    </li>
  )
}

function EventMoment({ event, at }: { event: Event; at: string }) {
  const { t } = useTranslation('timeline')
  const words = useEventWords()
  const { meets } = useCan()
  const { device, user, identifier } = event
  const number = shownNumber(event)
  const explain = meets(accessCheckScreen.need) ? explainLink(event) : undefined
  return (
    <Row at={at} tag={<EventKindTag event={event} />}>
      <strong>{words(event.code, event.identifier)}</strong>
      <span className={styles.facts}>
        {device && <Link to={pathsOf(devicesEntity).of(device.id)}>{device.name}</Link>}
        {user && <Link to={pathsOf(usersEntity).of(user.id)}>{user.name}</Link>}
        {number &&
          (identifier ? (
            <Link className="mono" to={`/identifiers/${identifier.id}/edit`}>
              {number}
            </Link>
          ) : (
            <span className="mono">{number}</span>
          ))}
        {explain && <Link to={explain}>{t('why')}</Link>}
      </span>
    </Row>
  )
}

function CallMoment({ call, at }: { call: HistoryCall; at: string }) {
  const { t } = useTranslation('timeline')
  return (
    <Row
      at={at}
      tag={
        <StatusTag tone="info" icon={PhoneOutlined}>
          {t('call')}
        </StatusTag>
      }
    >
      <span className={styles.facts}>
        <Party party={call.from} />
        <ArrowRightOutlined aria-label={t('calls')} />
        <Party party={call.to} />
        {call.is_sos && <SosTag />}
      </span>
      <span className={styles.facts}>
        <CallStatusTag status={call.status} />
      </span>
    </Row>
  )
}

function ChangeMoment({ change, at }: { change: AuditEvent; at: string }) {
  const { t } = useTranslation('timeline')
  const { actionOf, resourceOf } = useAuditWords()
  const who = change.user?.name ?? t('platform')
  const hasDetails = change.before !== null || change.after !== null
  const title = (
    <>
      <strong>{[actionOf(change.action), resourceOf(change.resource)].join(' · ')}</strong>{' '}
      {change.resource_name}
    </>
  )
  return (
    <Row
      at={at}
      tag={
        <StatusTag tone="neutral" icon={EditOutlined}>
          {t('change')}
        </StatusTag>
      }
    >
      {hasDetails ? (
        <details>
          <summary>{title}</summary>
          <Difference event={change} />
        </details>
      ) : (
        <span>{title}</span>
      )}
      <span className={styles.facts}>{t('by', { who })}</span>
    </Row>
  )
}
