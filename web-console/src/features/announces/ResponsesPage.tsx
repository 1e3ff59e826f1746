import { BarChartOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useTopic } from '@/api/realtime'
import { Details } from '@/kit/details'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { ResourceTable } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import { useAnnounceResponses, type AnnounceResponse } from './api'
import { ANNOUNCE_TOPIC } from './realtime'

const wordsOf = ({ answers, own_answer: own }: AnnounceResponse['answers'][number]) =>
  [...answers, ...(own === '' ? [] : [`“${own}”`])].join(', ') || '—'

/** What people answered to polls; those of anonymous ones are counts of the poll alone. */
export default function AnnounceResponsesPage() {
  const { t } = useTranslation('announces')
  useTopic(ANNOUNCE_TOPIC)
  const list = useListState({ sort: '-answered_at' })
  const rows = useAnnounceResponses(list.query)
  return (
    <Page title={t('responses.title')} note={t('responses.note')}>
      <ResourceTable<AnnounceResponse>
        id="announce-responses"
        list={list}
        rows={rows}
        isLive
        columns={[
          {
            key: 'user',
            title: t('fields.user'),
            render: ({ user }) => user?.name ?? '',
            isMain: true,
            width: 200,
          },
          {
            key: 'announce',
            title: t('responses.announce'),
            render: ({ announce }) => announce?.name ?? '',
            width: 220,
          },
          {
            key: 'answers',
            title: t('responses.answers'),
            render: ({ answers }) => answers.map(wordsOf).join('; '),
            width: 320,
          },
          {
            key: 'answered_at',
            title: t('fields.answered_at'),
            render: ({ answered_at }) => <RelativeTime value={answered_at} />,
            sortable: true,
            width: 170,
          },
        ]}
        filters={[{ field: 'answered_at', label: t('fields.answered_at'), type: 'time' }]}
        label={({ user }) => user?.name ?? ''}
        preview={({ answers }) => (
          <Details rows={answers.map((answer) => [answer.question, wordsOf(answer)])} />
        )}
        empty={{
          icon: BarChartOutlined,
          title: t('responses.empty.title'),
          text: t('responses.empty.text'),
        }}
      />
    </Page>
  )
}
