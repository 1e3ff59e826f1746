import { GlobalOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { Allowed, useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import { useDeleteAllSipTrunksMutation, useSipTrunkList, type SipTrunk } from './api'
import { sipTrunks } from './resource'
import { TrunkPreview } from './TrunkPreview'
import { useTrunkColumns } from './useTrunkColumns'
import { useTrunkFilters } from './useTrunkFilters'

const paths = pathsOf(sipTrunks)

/** Lines to the public telephone network. */
export default function SipTrunkListPage() {
  const { t } = useTranslation('sip-trunks')
  const { meets } = useCan()
  const list = useListState({ sort: sipTrunks.defaultSort })
  const rows = useSipTrunkList(list.query)
  const columns = useTrunkColumns()
  const filters = useTrunkFilters()
  const removal = useTrunkRemoval()
  const linkOf = ({ id }: SipTrunk) => paths.edit(id)
  const actions = useEditActions({
    linkOf,
    remove: meets(sipTrunks.can.remove) ? removal.removeRows : undefined,
  })
  const add = (
    <Allowed need={sipTrunks.can.create}>
      <AddButton to={paths.add}>{t('add')}</AddButton>
    </Allowed>
  )
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="sip-trunks"
        list={list}
        rows={rows}
        isLive
        columns={columns}
        filters={filters}
        label={sipTrunks.label}
        linkOf={linkOf}
        preview={(trunk) => <TrunkPreview trunk={trunk} />}
        useRow={sipTrunks.api.useGet}
        {...actions}
        empty={{
          icon: GlobalOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useTrunkRemoval() {
  const { t } = useTranslation('sip-trunks')
  const [remove] = useDeleteAllSipTrunksMutation()
  return useRemoval<SipTrunk>({
    remove,
    label: sipTrunks.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
