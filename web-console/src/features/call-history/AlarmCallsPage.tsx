import { useTranslation } from 'react-i18next'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useAlarmCalls } from './api'
import { CallList } from './CallList'

/** Calls by the SOS buttons of panels. */
export default function AlarmCallsPage() {
  const { t } = useTranslation('call-history')
  const list = useListState({ sort: '-created_at' })
  const rows = useAlarmCalls(list.query)
  return (
    <Page title={t('alarms.title')} note={t('alarms.note')}>
      <CallList
        id="alarm-calls"
        list={list}
        rows={rows}
        isSosOnly
        empty={{ title: t('alarms.emptyTitle'), text: t('alarms.emptyText') }}
      />
    </Page>
  )
}
