import { CopyOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { Allowed, useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useCommonActions, type RowAction } from '@/kit/table'
import { useRoleList, type Role } from './api'
import { roles } from './resource'
import { RoleDependencies } from './RoleDependencies'
import { RolePreview } from './RolePreview'
import { useRoleColumns } from './useRoleColumns'
import { useRoleFilters } from './useRoleFilters'
import { useRoleRemoval } from './useRoleRemoval'

const paths = pathsOf(roles)

export default function RoleListPage() {
  const { t } = useTranslation('roles')
  const { meets } = useCan()
  const list = useListState({ sort: roles.defaultSort })
  const rows = useRoleList(list.query)
  const columns = useRoleColumns()
  const filters = useRoleFilters()
  const removal = useRoleRemoval()
  const rowActions = useRowActions(removal.removeRoles)
  const { deletion } = useCommonActions()
  const add = (
    <Allowed need={roles.can.create}>
      <AddButton to={paths.add}>{t('add')}</AddButton>
    </Allowed>
  )
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="roles"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={roles.label}
        linkOf={({ id }) => paths.edit(id)}
        preview={(role) => <RolePreview role={role} />}
        useRow={roles.api.useGet}
        rowActions={rowActions}
        bulkActions={meets(roles.can.remove) ? [{ ...deletion, run: removal.removeRoles }] : []}
        empty={{ icon: roles.icon, title: t('empty.title'), text: t('empty.text'), action: add }}
      />
      <RoleDependencies refusals={removal.refusals} onClose={removal.close} />
    </Page>
  )
}

function useRowActions(remove: (rows: Role[]) => Promise<boolean>): RowAction<Role>[] {
  const { t } = useTranslation('roles')
  const { edit, deletion } = useCommonActions()
  const navigate = useNavigate()
  const { meets } = useCan()
  const actions: RowAction<Role>[] = [{ ...edit, run: ({ id }) => void navigate(paths.edit(id)) }]
  if (meets(roles.can.create)) {
    actions.push({
      key: 'copy',
      label: t('copy'),
      icon: <CopyOutlined />,
      run: ({ id }) => void navigate(`${paths.add}?from=${id}`),
    })
  }
  if (meets(roles.can.remove)) {
    actions.push({
      ...deletion,
      disabled: ({ is_default }) => is_default && t('removal.default'),
      run: (role) => void remove([role]),
    })
  }
  return actions
}
