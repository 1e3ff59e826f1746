import { PhoneOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { Allowed, useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useCommonActions } from '@/kit/table'
import { useDeleteAllSipNumbersMutation, useSipNumberList, type SipNumber } from './api'
import { NumberPreview } from './NumberPreview'
import { sipNumbers } from './resource'
import { useNumberActions } from './useNumberActions'
import { useNumberColumns } from './useNumberColumns'
import { useNumberFilters } from './useNumberFilters'

// Fetched when it is opened: the list needs no form.
const GenerateDialog = lazy(() => import('./GenerateDialog'))

const paths = pathsOf(sipNumbers)

/** The numbers that phones and panels register with. */
export default function SipNumberListPage() {
  const { t } = useTranslation('sip-numbers')
  const { meets } = useCan()
  const list = useListState({ sort: sipNumbers.defaultSort })
  const rows = useSipNumberList(list.query)
  const columns = useNumberColumns()
  const filters = useNumberFilters()
  const removal = useNumberRemoval()
  const rowActions = useNumberActions(removal.removeRows)
  const { deletion } = useCommonActions()
  const add = (
    <Allowed need={sipNumbers.can.create}>
      <AddButton to={paths.add}>{t('add')}</AddButton>
    </Allowed>
  )
  const generate = (
    <Allowed need={sipNumbers.can.create}>
      <Button icon={<ThunderboltOutlined />} onClick={() => list.set({ dialog: 'generate' })}>
        {t('generate.title')}
      </Button>
    </Allowed>
  )
  const showMade = (made: SipNumber[]) =>
    list.set({
      filters: {
        match: 'match_all',
        items: [{ field: 'number', rule: 'equals', value: made.map(({ number }) => number) }],
      },
    })
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <>
          {generate}
          {add}
        </>
      }
    >
      <ResourceTable
        id="sip-numbers"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={sipNumbers.label}
        linkOf={({ id }) => paths.edit(id)}
        preview={(number) => <NumberPreview number={number} />}
        useRow={sipNumbers.api.useGet}
        rowActions={rowActions}
        bulkActions={meets(sipNumbers.can.remove) ? [{ ...deletion, run: removal.removeRows }] : []}
        empty={{ icon: PhoneOutlined, title: t('empty.title'), text: t('empty.text'), action: add }}
      />
      {list.state.dialog === 'generate' && (
        <Suspense fallback={null}>
          <GenerateDialog onMade={showMade} onClose={() => list.set({ dialog: '' })} />
        </Suspense>
      )}
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useNumberRemoval() {
  const { t } = useTranslation('sip-numbers')
  const [remove] = useDeleteAllSipNumbersMutation()
  return useRemoval<SipNumber>({
    remove,
    label: sipNumbers.label,
    title: (rows) =>
      t('removal.title', { count: rows.length, name: rows[0] && sipNumbers.label(rows[0]) }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
