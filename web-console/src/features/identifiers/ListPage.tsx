import { CreditCardOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useActivation } from '@/kit/bulk'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useCommonActions } from '@/kit/table'
import { useDeleteAllIdentifiersMutation, useIdentifierList, type Identifier } from './api'
import { IdentifierPreview } from './IdentifierPreview'
import { identifiers } from './resource'
import { useIdentifierActions } from './useIdentifierActions'
import { useIdentifierColumns } from './useIdentifierColumns'
import { useIdentifierFilters } from './useIdentifierFilters'

const paths = pathsOf(identifiers)

export default function IdentifierListPage() {
  const { t } = useTranslation('identifiers')
  const { meets } = useCan()
  const list = useListState({ sort: identifiers.defaultSort })
  const rows = useIdentifierList(list.query)
  const columns = useIdentifierColumns()
  const filters = useIdentifierFilters()
  const removal = useIdentifierRemoval()
  const activation = useActivation<Identifier>({
    useUpdate: identifiers.api.useUpdate,
    label: identifiers.label,
  })
  const rowActions = useIdentifierActions(removal.removeRows)
  const { deletion } = useCommonActions()

  const add = meets(identifiers.can.create) && <AddButton to={paths.add}>{t('add')}</AddButton>
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="identifiers"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={identifiers.label}
        linkOf={({ id }) => paths.edit(id)}
        preview={(identifier) => <IdentifierPreview identifier={identifier} />}
        useRow={identifiers.api.useGet}
        rowActions={rowActions}
        bulkActions={[
          ...(meets(identifiers.can.update) ? activation.actions : []),
          ...(meets(identifiers.can.remove) ? [{ ...deletion, run: removal.removeRows }] : []),
        ]}
        empty={{
          icon: CreditCardOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      />
      {activation.dialog}
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useIdentifierRemoval() {
  const { t } = useTranslation('identifiers')
  const [remove] = useDeleteAllIdentifiersMutation()
  return useRemoval<Identifier>({
    remove,
    label: identifiers.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
