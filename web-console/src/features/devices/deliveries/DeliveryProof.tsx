import { CheckCircleOutlined, ClockCircleOutlined, WarningOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useTopic } from '@/api/realtime'
import type { Ref } from '@/api/types'
import { Loading } from '@/kit/feedback'
import { TASK_TOPIC, useTaskWords } from '@/features/device-tasks'
import { useErrorText } from '@/kit/errors'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useMoment } from '@/kit/time'
import { useListDeliveriesQuery } from '../api'
import { devicesEntity } from '../entity'
import { DEVICE_TOPIC } from '../realtime'
import styles from './deliveries.module.css'
import { proofOf, type Proof, type ProofLine } from './proof'

/** Milliseconds after which a proof that waits is asked for again, where no push tells of it. */
const RENEWED = 10_000

interface Props {
  /** Under which doors hold the identifier. */
  linkId: string
  revokedAt?: string | null
  /** Doors that were just granted. */
  expected?: Ref[]
}

/** Which doors have confirmed that an identifier opens them, or that it opens them no more; live. */
export function DeliveryProof(props: Props) {
  const { meets } = useCan()
  return meets(devicesEntity.can.read) ? <LiveProof {...props} /> : null
}

function LiveProof({ linkId, revokedAt = null, expected }: Props) {
  const errorText = useErrorText()
  useTopic(DEVICE_TOPIC)
  useTopic(TASK_TOPIC)
  const { data, error } = useListDeliveriesQuery(
    { linkId },
    { refetchOnMountOrArgChange: true, pollingInterval: RENEWED, skipPollingIfUnfocused: true },
  )
  if (error && !data) return <p className={styles.none}>{errorText(error)}</p>
  if (!data) return <Loading title={false} paragraph={{ rows: 1 }} />
  const proof = proofOf(data.items, { revokedAt, expected })
  return <ProofView proof={proof} isRevocation={revokedAt !== null} />
}

interface ViewProps {
  proof: Proof
  isRevocation: boolean
}

/** The count in one line, and every door that wants a look; all of them on demand. */
function ProofView({ proof, isRevocation }: ViewProps) {
  const { t } = useTranslation('devices')
  const moment = useMoment()
  const { lines, confirmed, lastAt } = proof
  if (lines.length === 0) {
    return <p className={styles.none}>{t(isRevocation ? 'proof.noneHeld' : 'proof.none')}</p>
  }
  const isDone = confirmed === lines.length
  const Icon = isDone ? CheckCircleOutlined : ClockCircleOutlined
  const count = lines.length
  const time = lastAt ? moment(lastAt) : ''
  const text = isRevocation
    ? t('proof.givenBack', { confirmed, count, time })
    : t('proof.confirmed', { confirmed, count, time })
  const wanting = lines.filter(({ state }) => state !== 'confirmed')
  return (
    <div className={styles.proof} data-done={isDone} aria-live="polite">
      <p>
        <Icon aria-hidden /> {text.replace(/ (?=$|:)/, '')}
      </p>
      {wanting.length > 0 && <Lines lines={wanting} />}
      {confirmed > 0 && (
        <details>
          <summary>{t('proof.which')}</summary>
          <Lines lines={lines.filter(({ state }) => state === 'confirmed')} />
        </details>
      )}
    </div>
  )
}

function Lines({ lines }: { lines: ProofLine[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.door.id} data-state={line.state}>
          <Link to={pathsOf(devicesEntity).of(line.door.id)}>{line.door.name}</Link>{' '}
          <LineText line={line} />
        </li>
      ))}
    </ul>
  )
}

function LineText({ line }: { line: ProofLine }) {
  const { t } = useTranslation('devices')
  const moment = useMoment()
  const words = useTaskWords()
  const { state, at, error, offlineSince } = line
  if (state === 'confirmed') return <>{at ? t('proof.at', { time: moment(at) }) : null}</>
  if (state === 'refused') {
    return (
      <>
        <WarningOutlined aria-hidden /> {t('proof.refused', { error: words.error(error ?? '') })}
      </>
    )
  }
  const parts = [
    at ? t('proof.waitsSince', { time: moment(at) }) : t('proof.waits'),
    offlineSince && t('proof.offline', { time: moment(offlineSince) }),
  ]
  return <>{parts.filter(Boolean).join(', ')}</>
}
