import { CreditCardOutlined, KeyOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accessRules } from '@/features/access-rules'
import { useActivation, useBulkRefs } from '@/kit/bulk'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { DownloadMenu } from '@/kit/files'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useCommonActions } from '@/kit/table'
import { useDeleteAllIdentifiersMutation, useIdentifierList, type Identifier } from './api'
import { IdentifierPreview } from './IdentifierPreview'
import { IMPORT_PATH } from './importPath'
import { identifiers } from './resource'
import { qrDialogId, useIdentifierActions } from './useIdentifierActions'
import { useIdentifierColumns } from './useIdentifierColumns'
import { useIdentifierFilters } from './useIdentifierFilters'

const QrDialog = lazy(() => import('./QrDialog'))
const paths = pathsOf(identifiers)
const ruleSource = pickerOf(accessRules)

export default function IdentifierListPage() {
  const { t } = useTranslation('identifiers')
  const { can, meets } = useCan()
  const list = useListState({ sort: identifiers.defaultSort })
  const rows = useIdentifierList(list.query)
  const columns = useIdentifierColumns()
  const filters = useIdentifierFilters()
  const removal = useIdentifierRemoval()
  const activation = useActivation<Identifier>({
    useUpdate: identifiers.api.useUpdate,
    label: identifiers.label,
  })
  const rules = useBulkRefs<Identifier, object>({
    key: 'rules',
    title: t('fields.accessRules'),
    icon: <KeyOutlined />,
    source: ruleSource,
    read: (identifier) => identifier.access_rules,
    toBody: (access_rules) => ({ access_rules }),
    label: identifiers.label,
    useUpdate: identifiers.api.useUpdate,
  })
  const { set, state } = list
  const openDialog = useCallback((dialog: string) => set({ dialog }), [set])
  const rowActions = useIdentifierActions(removal.removeRows, openDialog)
  const qrId = qrDialogId(state.dialog)
  const { deletion } = useCommonActions()

  const add = meets(identifiers.can.create) && <AddButton to={paths.add}>{t('add')}</AddButton>
  const actions = (
    <>
      {can('can_import_identifiers') && (
        <Link to={IMPORT_PATH}>
          <Button icon={<UploadOutlined />}>{t('import.action')}</Button>
        </Link>
      )}
      {can('can_export_identifiers') && (
        <DownloadMenu path="/identifiers/export" name="identifiers" query={list.query} />
      )}
      {add}
    </>
  )
  return (
    <Page title={t('title')} note={t('note')} actions={actions}>
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
          ...(meets(identifiers.can.update) ? [...activation.actions, rules.action] : []),
          ...(meets(identifiers.can.remove) ? [{ ...deletion, run: removal.removeRows }] : []),
        ]}
        empty={{
          icon: CreditCardOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      />
      {qrId !== undefined && (
        <Suspense>
          <QrDialog id={qrId} onClose={() => openDialog('')} />
        </Suspense>
      )}
      {activation.dialog}
      {rules.dialog}
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
