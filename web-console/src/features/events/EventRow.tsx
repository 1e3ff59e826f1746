import { QuestionCircleOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Avatar } from '@/kit/avatar'
import { useCan } from '@/kit/permissions'
import { StatusTag } from '@/kit/status'
import { RelativeTime, useDateFormat } from '@/kit/time'
import type { Event } from './api'
import { kindOf } from './codes'
import styles from './EventRow.module.css'
import { EventImage } from './EventImage'
import { EventKindTag } from './EventKindTag'
import { explainLink } from './explain'
import { useAskImages } from './useEventImages'
import { oddTimeOf, shownNumber } from './timing'
import { useEventWords } from './useEventWords'

interface Props {
  event: Event
  /** Without the device: the list is of one device. */
  isOfOneDevice?: boolean
  /** Two lines at any width, for a card. */
  isCompact?: boolean
  /** It has come while the page was open. */
  isFresh?: boolean
}

/** One event: what happened, to whom, where and when. A card on a phone. */
export function EventRow({ event, isOfOneDevice, isCompact, isFresh }: Props) {
  const words = useEventWords()
  return (
    <li
      className={styles.row}
      data-kind={kindOf(event.code, event.category)}
      data-compact={isCompact}
      data-fresh={isFresh}
    >
      <span className={styles.kind}>
        <EventKindTag event={event} />
      </span>
      <Image event={event} />
      <span className={styles.what}>
        <strong>{words(event.code, event.identifier)}</strong>
        <IdentifierNumber event={event} />
      </span>
      <Who event={event} />
      {!isOfOneDevice && <Where event={event} />}
      <span className={styles.time}>
        <RelativeTime value={event.created_at ?? event.received_at} />
        <OddTime event={event} />
      </span>
      <Explain event={event} />
    </li>
  )
}

/** That an event came long after it had happened, or by a wrong clock. */
function OddTime({ event }: { event: Event }) {
  const { t } = useTranslation('events')
  const { exact } = useDateFormat()
  const odd = oddTimeOf(event)
  if (!odd) return null
  const words = t(`options.oddTime.${odd}`)
  const said = odd === 'ahead' ? event.device_created_at : null
  const why = said
    ? t('clockSaid', { time: exact(said) })
    : t(`options.oddTimeWhy.${odd}`, { time: exact(event.received_at ?? '') })
  return (
    <StatusTag tone="warning">
      <span title={why}>{words}</span>
    </StatusTag>
  )
}

/** What the camera saw. */
function Image({ event }: { event: Event }) {
  const words = useEventWords()
  const ask = useAskImages()
  if (!event.image_url) return <span className={styles.image} />
  return (
    <span className={styles.image}>
      <EventImage
        url={event.image_url}
        label={[words(event.code, event.identifier), event.device?.name]
          .filter(Boolean)
          .join(' · ')}
        renew={async () => (await ask([event.id])).get(event.id)}
      />
    </span>
  )
}

/** What was shown to the reader. */
function IdentifierNumber({ event }: { event: Event }) {
  const { t, i18n } = useTranslation('events')
  const { identifier, identifier_type: type, is_revoked } = event
  const number = shownNumber(event)
  if (!number && !is_revoked) return null
  const key = `options.identifiers.${type ?? ''}`
  const typeName = i18n.exists(key, { ns: 'events' }) ? t(key as 'options.identifiers.card') : type
  return (
    <span className={styles.number}>
      {typeName && <span>{typeName}</span>}
      {number &&
        (identifier ? (
          <Link className="mono" to={`/identifiers/${identifier.id}/edit`}>
            {number}
          </Link>
        ) : (
          <span className="mono">{number}</span>
        ))}
      {is_revoked && <StatusTag tone="error">{t('revoked')}</StatusTag>}
    </span>
  )
}

function Who({ event: { user, identifier } }: { event: Event }) {
  const { t } = useTranslation('events')
  if (user) {
    return (
      <span className={styles.who}>
        <Avatar name={user.name} size={22} />
        <Link to={`/users/${user.id}`}>{user.name}</Link>
      </span>
    )
  }
  return (
    <span className={styles.who} data-empty={!identifier}>
      {identifier ? identifier.name : <span aria-label={t('nobody')}>—</span>}
    </span>
  )
}

function Where({ event: { device, domain, lock_number: lock } }: { event: Event }) {
  const { t } = useTranslation('events')
  return (
    <span className={styles.where}>
      {device ? <Link to={`/devices/${device.id}`}>{device.name}</Link> : '—'}
      <small>
        {[lock !== null && t('lock', { number: lock }), domain?.name].filter(Boolean).join(' · ')}
      </small>
    </span>
  )
}

function Explain({ event }: { event: Event }) {
  const { t } = useTranslation('events')
  const { can } = useCan()
  const link = can('can_view_access_rules', 'can_view_all_access_rules')
    ? explainLink(event)
    : undefined
  if (link === undefined) return <span className={styles.explain} />
  return (
    <Tooltip title={t('explain')}>
      <Link to={link} className={styles.explain} aria-label={t('explain')}>
        <QuestionCircleOutlined aria-hidden />
      </Link>
    </Tooltip>
  )
}
