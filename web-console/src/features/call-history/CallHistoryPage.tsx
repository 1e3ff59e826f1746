import { useTranslation } from 'react-i18next'
import { DownloadMenu } from '@/kit/files'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCallHistory } from './api'
import { CallList } from './CallList'

/** Every attempt to call, and what became of it. */
export default function CallHistoryPage() {
  const { t } = useTranslation('call-history')
  const list = useListState({ sort: '-created_at' })
  const rows = useCallHistory(list.query)
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={<DownloadMenu path="/call-history/download" name="calls" query={list.query} />}
    >
      <CallList
        id="call-history"
        list={list}
        rows={rows}
        empty={{ title: t('empty.title'), text: t('empty.text') }}
      />
    </Page>
  )
}
