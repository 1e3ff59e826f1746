import {
  ClockCircleOutlined,
  CloudSyncOutlined,
  ReloadOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CheckAccessResponse } from '@/api/generated/access-checks'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { useDateFormat } from '@/kit/time'
import styles from './access-check.module.css'
import { DoorPicture } from './DoorPicture'
import { Fix } from './Fix'
import { requestOf, type Question } from './question'
import { ReasonRow } from './ReasonRow'
import { isFixable, onlineKey } from './reasons'
import type { AnswerState } from './useAnswer'
import type { Names } from './useNames'

interface Props {
  question: Question
  names: Names
  answer: AnswerState
}

/** The decision in large letters, and everything that led to it. */
export function Answer({ question, names, answer }: Props) {
  const { t } = useTranslation('access-check')
  const { data, error, isAsking, ask } = answer
  if (!requestOf(question)) {
    return (
      <div className={styles.waiting}>
        <EmptyState
          icon={SafetyCertificateOutlined}
          title={t('empty.title')}
          text={t('empty.text')}
        />
      </div>
    )
  }
  if (error) return <ErrorState error={error} onRetry={ask} />
  if (!data) return <Loading avatar paragraph={{ rows: 4 }} />
  return (
    <section className={styles.answer} data-asking={isAsking} aria-live="polite">
      <div className={styles.verdict} data-allowed={data.allowed}>
        <DoorPicture isOpen={data.allowed} />
        <div>
          <h2>{data.allowed ? t('allowed') : t('denied')}</h2>
          <Sentence isAllowed={data.allowed} time={data.time} question={question} names={names} />
        </div>
        {question.time === undefined && (
          <Button icon={<ReloadOutlined />} loading={isAsking} onClick={ask}>
            {t('again')}
          </Button>
        )}
      </div>
      <h3>{data.allowed ? t('whyAllowed') : t('whyDenied')}</h3>
      <ul className={styles.reasons}>
        {data.reasons.map((reason, at) => (
          <ReasonRow key={at} reason={reason} isLimited={isLimited(data)} />
        ))}
        {isLimited(data) && <OwnLimits answer={data} />}
        {data.online_only && <OnlineOnly cause={data.online_only} />}
      </ul>
      {isFixable(data) && <Fix names={names} onFixed={ask} />}
    </section>
  )
}

/** Whether the identifier opens only at times of its own, whatever the rules say. */
const isLimited = ({ valid_from: from, valid_to: to, has_own_hours: hasHours }: Limits) =>
  Boolean(from) || Boolean(to) || hasHours

type Limits = Pick<CheckAccessResponse, 'valid_from' | 'valid_to' | 'has_own_hours'>

/** When the identifier opens by itself: a guest's key ends though its rule does not. */
function OwnLimits({ answer }: { answer: Limits }) {
  const { t } = useTranslation('access-check')
  const { dateTime } = useDateFormat()
  const { valid_from: from, valid_to: to, has_own_hours: hasHours } = answer
  return (
    <li data-tone="waits">
      <span className={styles.sign}>
        <ClockCircleOutlined aria-hidden />
      </span>
      <div>
        <strong>{t('limits.title')}</strong>
        {from && <p>{t('limits.from', { time: dateTime(from) })}</p>}
        {to && <p>{t('limits.until', { time: dateTime(to) })}</p>}
        {hasHours && <p>{t('limits.hours')}</p>}
      </div>
    </li>
  )
}

/** The device does not hold it: the door depends on the platform. */
function OnlineOnly({ cause }: { cause: string }) {
  const { t } = useTranslation('access-check')
  return (
    <li data-tone="waits">
      <span className={styles.sign}>
        <CloudSyncOutlined aria-hidden />
      </span>
      <div>
        <strong>{t('onlineOnly')}</strong>
        <p>{t(`options.online.${onlineKey(cause)}`)}</p>
      </div>
    </li>
  )
}

interface SentenceProps {
  isAllowed: boolean
  time: string | null
  question: Question
  names: Names
}

function Sentence({ isAllowed, time, question, names }: SentenceProps) {
  const { t } = useTranslation('access-check')
  const { dateTime } = useDateFormat()
  const door = names.device?.name ?? ''
  const values = {
    who: (names.identifier ?? names.user)?.name ?? '',
    door: question.lock === 0 ? door : t('doorLock', { door, lock: question.lock }),
    time: time === null ? '' : dateTime(time),
  }
  return <p>{isAllowed ? t('sentence.allowed', values) : t('sentence.denied', values)}</p>
}
