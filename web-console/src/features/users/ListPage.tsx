import {
  ApartmentOutlined,
  DownloadOutlined,
  MailOutlined,
  PlusOutlined,
  SafetyCertificateOutlined,
  TableOutlined,
  TagsOutlined,
  TeamOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { accessCheckPath, accessCheckScreen } from '@/features/access-check'
import { accessMatrixPath, accessMatrixScreen } from '@/features/access-matrix'
import { identifiers } from '@/features/identifiers'
import { groups } from '@/features/groups'
import { markerSource } from '@/features/markers'
import { useActivation, useBulkRefs } from '@/kit/bulk'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { narrow, useListState } from '@/kit/list'
import { LinkButton, Page } from '@/kit/page'
import { Allowed, useCan } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker/pickerOf'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useCommonActions, type RowAction } from '@/kit/table'
import { useDeleteAllUsersMutation, useUserList, type User } from './api'
import { GROUP_FIELD, GroupFilter } from './GroupFilter'
import { IMPORT_PATH } from './importPath'
import { users } from './resource'
import { useSendLink } from './useSendLink'
import { UserPreview } from './UserPreview'
import { useUserColumns } from './useUserColumns'
import { useUserFilters } from './useUserFilters'

// Fetched when it is opened: the list needs no form.
const ExportDialog = lazy(() => import('./ExportDialog'))

const paths = pathsOf(users)
const groupSource = pickerOf(groups)

export default function UserListPage() {
  const { t } = useTranslation('users')
  const { meets } = useCan()
  const list = useListState({ sort: users.defaultSort })
  const rows = useUserList({
    ...list.query,
    filters: narrow(list.state.filters, [GROUP_FIELD]),
  })
  const columns = useUserColumns()
  const filters = useUserFilters()
  const removal = useUserRemoval()
  const activation = useActivation<User>({ useUpdate: users.api.useUpdate, label: users.label })
  const refs = useUserRefs()
  const rowActions = useRowActions(removal.removeRows)
  const { deletion } = useCommonActions()

  const add = (
    <Allowed need={users.can.create}>
      <AddButton to={paths.add}>{t('add')}</AddButton>
    </Allowed>
  )
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <>
          <Button icon={<DownloadOutlined />} onClick={() => list.set({ dialog: 'export' })}>
            {t('export.title')}
          </Button>
          <Allowed need={users.can.create}>
            <LinkButton icon={<UploadOutlined aria-hidden />} to={IMPORT_PATH}>
              {t('import.title')}
            </LinkButton>
          </Allowed>
          {add}
        </>
      }
    >
      <ResourceTable
        id="users"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={users.label}
        linkOf={({ id }) => paths.of(id)}
        preview={(user) => <UserPreview user={user} />}
        useRow={users.api.useGet}
        rowActions={rowActions}
        bulkActions={[
          ...(meets(users.can.update) ? [...activation.actions, ...refs.actions] : []),
          ...(meets(users.can.remove) ? [{ ...deletion, run: removal.removeRows }] : []),
        ]}
        empty={{ icon: TeamOutlined, title: t('empty.title'), text: t('empty.text'), action: add }}
        extra={
          <GroupFilter
            value={list.state.filters}
            onChange={(next) => list.set({ filters: next })}
          />
        }
      />
      {list.state.dialog === 'export' && (
        <Suspense fallback={null}>
          <ExportDialog onClose={() => list.set({ dialog: '' })} />
        </Suspense>
      )}
      {activation.dialog}
      {refs.dialogs}
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useRowActions(remove: (rows: User[]) => Promise<boolean>): RowAction<User>[] {
  const { t } = useTranslation('users')
  const { edit, deletion } = useCommonActions()
  const navigate = useNavigate()
  const { meets, profile } = useCan()
  const link = useSendLink()
  const actions: RowAction<User>[] = [{ ...edit, run: ({ id }) => void navigate(paths.edit(id)) }]
  if (meets(identifiers.can.create)) {
    actions.push({
      key: 'addIdentifier',
      label: t('identifiers.add'),
      icon: <PlusOutlined />,
      run: ({ id }) => void navigate(`${pathsOf(identifiers).add}?owner=${id}`),
    })
  }
  if (meets(accessCheckScreen.need)) {
    actions.push({
      key: 'explain',
      label: t('explain'),
      icon: <SafetyCertificateOutlined />,
      run: ({ id }) => void navigate(accessCheckPath({ userId: id })),
    })
  }
  if (meets(accessMatrixScreen.need)) {
    actions.push({
      key: 'where',
      label: t('where'),
      icon: <TableOutlined />,
      run: ({ id }) => void navigate(accessMatrixPath({ userId: id })),
    })
  }
  actions.push({
    key: 'sendLink',
    label: t('link.send'),
    icon: <MailOutlined />,
    disabled: link.whyNot,
    run: (user) => void link.send(user),
  })
  if (meets(users.can.remove)) {
    actions.push({
      ...deletion,
      disabled: ({ id }) => id === profile?.id && t('removal.self'),
      run: (user) => void remove([user]),
    })
  }
  return actions
}

/** Groups and markers of many people. */
function useUserRefs() {
  const { t } = useTranslation('users')
  const { can } = useCan()
  const common = { label: users.label, useUpdate: users.api.useUpdate }
  const inGroups = useBulkRefs<User, object>({
    ...common,
    key: 'groups',
    title: t('fields.domains'),
    icon: <ApartmentOutlined />,
    source: groupSource,
    read: ({ domains }) => domains,
    toBody: (domains) => ({ domains }),
    isRequired: true,
  })
  const markers = useBulkRefs<User, object>({
    ...common,
    key: 'markers',
    title: t('fields.markers'),
    icon: <TagsOutlined />,
    source: markerSource,
    read: (user) => user.markers,
    toBody: (chosen) => ({ markers: chosen }),
  })
  return {
    actions: [inGroups.action, ...(can('can_apply_marker_user') ? [markers.action] : [])],
    dialogs: (
      <>
        {inGroups.dialog}
        {markers.dialog}
      </>
    ),
  }
}

function useUserRemoval() {
  const { t } = useTranslation('users')
  const [remove] = useDeleteAllUsersMutation()
  return useRemoval<User>({
    remove,
    label: users.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
