import { BellOutlined, TeamOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTopic } from '@/api/realtime'
import { ErrorState, Loading, Reason } from '@/kit/feedback'
import { DownloadMenu } from '@/kit/files'
import { useListState } from '@/kit/list'
import { Allowed } from '@/kit/permissions'
import { StatusTag } from '@/kit/status'
import { ResourceTable } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import {
  useAnnounceRecipients,
  useAnnounceResults,
  type Announce,
  type AnnounceRecipient,
  type AnnounceResults,
} from './api'
import styles from './announces.module.css'
import { maySend } from './entity'
import { ANNOUNCE_TOPIC } from './realtime'
import { useAnnounceActions } from './useAnnounceActions'

/** In the order in which they are read. */
const TURNOUT = ['recipients', 'read', 'answered', 'queued', 'failed'] as const
const STATES = ['queued', 'sent', 'failed', 'read', 'answered'] as const

/** Turnout and counts, live, and who has got it. */
export default function ResultsPanel({ announce }: { announce: Announce }) {
  const { t } = useTranslation('announces')
  useTopic(ANNOUNCE_TOPIC)
  const { data, error, refetch } = useAnnounceResults(announce.id)
  const { remind } = useAnnounceActions()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const why = announce.status !== 'active' && t('remind.onlyActive')
  return (
    <>
      <TurnoutCounts turnout={data.turnout} isPoll={announce.type === 'poll'} />
      <div className={styles.tools}>
        <Allowed need={maySend}>
          <Reason why={why}>
            <Button
              icon={<BellOutlined />}
              disabled={Boolean(why)}
              onClick={() => void remind(announce)}
            >
              {t('remind.action')}
            </Button>
          </Reason>
        </Allowed>
        <DownloadMenu path={`/announces/${announce.id}/export`} name={announce.name} query={{}} />
      </div>
      {data.min_answers > 0 && <p>{t('turnout.anonymous', { count: data.min_answers })}</p>}
      {data.questions.map((question) => (
        <Question key={question.text} question={question} minAnswers={data.min_answers} />
      ))}
      <Recipients announce={announce} />
    </>
  )
}

function TurnoutCounts({
  turnout,
  isPoll,
}: {
  turnout: AnnounceResults['turnout']
  isPoll: boolean
}) {
  const { t } = useTranslation('announces')
  return (
    <dl className={styles.counts} aria-live="polite">
      {TURNOUT.map((key) => (
        <div key={key} hidden={key === 'answered' && !isPoll}>
          <dt>{t(`options.turnout.${key}`)}</dt>
          <dd>{turnout?.[key] ?? 0}</dd>
        </div>
      ))}
    </dl>
  )
}

function Question({
  question,
  minAnswers,
}: {
  question: AnnounceResults['questions'][number]
  minAnswers: number
}) {
  const { t } = useTranslation('announces')
  const all = Math.max(1, question.answered)
  return (
    <section className={styles.question} aria-label={question.text}>
      <h2>{question.text}</h2>
      <span>{t('turnout.voted', { count: question.answered })}</span>
      {question.is_hidden && <p>{t('turnout.hidden', { count: minAnswers })}</p>}
      {(question.is_hidden ? [] : question.answers).map(({ text, count }) => (
        <div key={text} className={styles.answer}>
          <span>{text}</span>
          <span>
            {count} · {Math.round((100 * count) / all)} %
          </span>
          <meter min={0} max={all} value={count} aria-label={text} />
        </div>
      ))}
      {question.own_answer_count > 0 && (
        <ul className={styles.own} aria-label={t('fields.own_answer')}>
          {question.own_answers.map((text, at) => (
            // Equal answers are as many answers.
            <li key={`${text} ${at}`}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Recipients({ announce }: { announce: Announce }) {
  const { t } = useTranslation('announces')
  const list = useListState({ sort: 'name' })
  const rows = useAnnounceRecipients(announce.id, list.query)
  return (
    <ResourceTable<AnnounceRecipient>
      id="announce-recipients"
      list={list}
      rows={rows}
      isLive
      columns={[
        {
          key: 'name',
          title: t('fields.user'),
          render: ({ user }) => user?.name ?? '',
          sortable: true,
          isMain: true,
          width: 240,
        },
        {
          key: 'state',
          title: t('fields.state'),
          render: ({ state }) => (
            <StatusTag
              tone={
                state === 'failed'
                  ? 'error'
                  : state === 'read' || state === 'answered'
                    ? 'success'
                    : 'neutral'
              }
            >
              {t(`options.states.${state ?? 'queued'}`)}
            </StatusTag>
          ),
          width: 150,
        },
        {
          key: 'read_at',
          title: t('fields.read_at'),
          render: ({ read_at }) => (read_at ? <RelativeTime value={read_at} /> : '—'),
          width: 170,
        },
        {
          key: 'reminded_at',
          title: t('fields.reminded_at'),
          render: ({ reminded_at }) => (reminded_at ? <RelativeTime value={reminded_at} /> : '—'),
          width: 170,
          isOptional: true,
        },
      ]}
      filters={[
        {
          field: 'state',
          label: t('fields.state'),
          type: 'choice',
          options: STATES.map((value) => ({ value, label: t(`options.states.${value}`) })),
        },
      ]}
      label={({ user }) => user?.name ?? ''}
      empty={{
        icon: TeamOutlined,
        title: t('recipients.empty'),
        text: t('recipients.emptyText'),
      }}
    />
  )
}
