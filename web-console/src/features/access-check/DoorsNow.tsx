import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CheckAccessResponse } from '@/api/generated/access-checks'
import type { Id, Ref } from '@/api/types'
import { devicesEntity } from '@/features/devices'
import { timeRulesEntity } from '@/features/time-rules'
import { ErrorState, Loading } from '@/kit/feedback'
import { pathsOf } from '@/kit/resource'
import { StatusTag } from '@/kit/status'
import { useMoment } from '@/kit/time'
import { doorsOf, schedulesOf, type RuledDoor } from './doorsOf'
import styles from './doorsNow.module.css'
import { accessCheckPath } from './question'
import { reasonKey } from './reasons'
import { ASKED, useDoorAnswers } from './useDoorAnswers'
import { usePersonRules } from './usePersonRules'

interface Props {
  person: { id: Id; domains: Ref[] }
  /** Their cards, which rules may name as well. */
  cards: Ref[]
}

/** The doors of a person: which open now, and when the others do. */
export function DoorsNow({ person, cards }: Props) {
  const { t } = useTranslation('access-check')
  const { data, error, refetch } = usePersonRules(person, cards)
  const doors = useMemo(() => doorsOf(data?.items ?? []), [data])
  const answers = useDoorAnswers(
    person.id,
    doors.map(({ door }) => door.id),
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 3 }} />
  if (doors.length === 0) return <p className={styles.none}>{t('doors.none')}</p>
  return (
    <ul className={styles.doors} aria-label={t('doors.title')}>
      {doors.map((ruled, at) => (
        <Row
          key={ruled.door.id}
          ruled={ruled}
          answer={answers.get(ruled.door.id)}
          isAsked={at < ASKED}
          userId={person.id}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  ruled: RuledDoor
  answer: CheckAccessResponse | undefined
  isAsked: boolean
  userId: Id
}

function Row({ ruled, answer, isAsked, userId }: RowProps) {
  const { t } = useTranslation('access-check')
  const schedules = schedulesOf(ruled)
  const { door } = ruled
  return (
    <li>
      <span className={styles.door}>
        <Link to={pathsOf(devicesEntity).of(door.id)}>{door.name}</Link>
        <small>
          {schedules === null
            ? t('anyTime')
            : schedules.map(({ id, name }, at) => (
                <span key={id}>
                  {at > 0 && ', '}
                  <Link className="target" to={pathsOf(timeRulesEntity).edit(id)}>
                    {name}
                  </Link>
                </span>
              ))}
        </small>
      </span>
      {isAsked && <Now answer={answer} />}
      <Link
        className={styles.why}
        to={accessCheckPath({ userId, deviceId: door.id })}
        aria-label={t('doors.whyAt', { door: door.name })}
      >
        {t('doors.why')}
      </Link>
    </li>
  )
}

/** Open now; or why not, and when next. */
function Now({ answer }: { answer: CheckAccessResponse | undefined }) {
  const { t } = useTranslation('access-check')
  const moment = useMoment()
  if (!answer) return <span className={styles.asking}>{t('doors.asking')}</span>
  if (answer.allowed) return <StatusTag tone="success">{t('doors.opens')}</StatusTag>
  const [next] = answer.reasons
    .map(({ next_opens: opens }) => opens)
    .filter((opens) => opens !== null)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
  const [reason] = answer.reasons
  return (
    <span className={styles.shut}>
      <StatusTag tone="neutral">{t('doors.shut')}</StatusTag>
      <small>
        {next
          ? t('doors.next', { time: moment(next) })
          : reason && t(`options.reasons.${reasonKey(reason.code)}.title`)}
      </small>
    </span>
  )
}
