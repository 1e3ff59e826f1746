import { EyeOutlined, MobileOutlined, PlusOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { Allowed, useCan } from '@/kit/permissions'
import { ResourceTable, type RowAction } from '@/kit/table'
import { keyPath, mayIssueKeys, mayRevokeKeys } from './access'
import { useKey, useKeyList, type Ukey2Key } from './api'
import { KeyDetails } from './KeyDetails'
import { useKeyColumns } from './useKeyColumns'
import { useKeyFilters } from './useKeyFilters'
import { useKeyRevocation } from './useKeyRevocation'

const IssueDialog = lazy(() => import('./IssueDialog'))
const ISSUE = 'issue'

/** Who has a key in which phone. */
export default function Ukey2ListPage() {
  const { t } = useTranslation('ukey2')
  const list = useListState({ sort: '-created_at' })
  const rows = useKeyList(list.query)
  const columns = useKeyColumns()
  const filters = useKeyFilters()
  const rowActions = useKeyActions()
  const issue = (
    <Allowed need={mayIssueKeys}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => list.set({ dialog: ISSUE })}>
        {t('issue.open')}
      </Button>
    </Allowed>
  )
  return (
    <Page title={t('title')} note={t('note')} actions={issue}>
      <ResourceTable
        id="ukey2"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={({ user, name }) => user?.name ?? name}
        linkOf={({ id }) => keyPath(id)}
        preview={(ukey) => <KeyDetails ukey={ukey} />}
        useRow={useKey}
        rowActions={rowActions}
        empty={{
          icon: MobileOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: issue,
        }}
      />
      {list.state.dialog === ISSUE && (
        <Suspense>
          <IssueDialog onClose={() => list.set({ dialog: '' })} />
        </Suspense>
      )}
    </Page>
  )
}

function useKeyActions(): RowAction<Ukey2Key>[] {
  const { t } = useTranslation('ukey2')
  const navigate = useNavigate()
  const { meets } = useCan()
  const { revokeKey, isRevoked } = useKeyRevocation()
  const open: RowAction<Ukey2Key> = {
    key: 'open',
    label: t('open'),
    icon: <EyeOutlined />,
    run: ({ id }) => void navigate(keyPath(id)),
  }
  if (!meets(mayRevokeKeys)) return [open]
  return [
    open,
    {
      key: 'revoke',
      label: t('revocation.action'),
      icon: <StopOutlined />,
      isDanger: true,
      disabled: (ukey) => isRevoked(ukey) && t('revocation.already'),
      run: revokeKey,
    },
  ]
}
