import {
  ApartmentOutlined,
  BarsOutlined,
  DeleteOutlined,
  EditOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BulkReport } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { ResourceTable, type RowAction } from '@/kit/table'
import { type Group, useGroupList } from './api'
import { GroupPreview } from './GroupPreview'
import { GroupTree } from './GroupTree'
import { groups } from './resource'
import { useGroupColumns } from './useGroupColumns'
import { useGroupFilters } from './useGroupFilters'
import { useGroupRemoval } from './useGroupRemoval'

const paths = pathsOf(groups)

/** Groups as a list or as a tree. */
export default function GroupListPage() {
  const { t } = useTranslation('groups')
  const navigate = useNavigate()
  const { meets } = useCan()
  const list = useListState({ sort: groups.defaultSort })
  const isTree = list.state.tab === 'tree'
  const groupList = useGroupList(list.query, { skip: isTree })
  const removal = useGroupRemoval()
  const rowActions = useRowActions(removal.removeGroups)
  const columns = useGroupColumns()
  const filters = useGroupFilters()

  const add = meets(groups.can.create) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(paths.add)}>
      {t('add')}
    </Button>
  )
  const shape = (
    <Segmented
      aria-label={t('shape')}
      value={isTree ? 'tree' : ''}
      onChange={(tab) => list.set({ tab, preview: '' })}
      options={[
        { value: '', icon: <BarsOutlined />, label: t('list') },
        { value: 'tree', icon: <ApartmentOutlined />, label: t('tree.title') },
      ]}
    />
  )
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      {isTree ? (
        <>
          <div>{shape}</div>
          <GroupTree />
        </>
      ) : (
        <ResourceTable
          id="groups"
          list={list}
          data={groupList.data}
          isLoading={groupList.isFetching}
          error={groupList.error}
          onRetry={() => void groupList.refetch()}
          columns={columns}
          filters={filters}
          label={groups.label}
          linkOf={({ id }) => paths.edit(id)}
          preview={(group) => <GroupPreview group={group} />}
          useRow={groups.api.useGet}
          rowActions={rowActions}
          bulkActions={
            meets(groups.can.remove)
              ? [
                  {
                    key: 'delete',
                    label: t('removal.action'),
                    icon: <DeleteOutlined />,
                    isDanger: true,
                    run: removal.removeGroups,
                  },
                ]
              : []
          }
          empty={{
            icon: ApartmentOutlined,
            title: t('empty.title'),
            text: t('empty.text'),
            action: add,
          }}
          extra={shape}
        />
      )}
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useRowActions(remove: (rows: Group[]) => Promise<boolean>): RowAction<Group>[] {
  const { t } = useTranslation(['groups', 'common'])
  const navigate = useNavigate()
  const { meets } = useCan()
  const actions: RowAction<Group>[] = [
    {
      key: 'edit',
      label: t('common:edit'),
      icon: <EditOutlined />,
      run: ({ id }) => void navigate(paths.edit(id)),
    },
  ]
  if (meets(groups.can.create)) {
    actions.push({
      key: 'addBelow',
      label: t('addBelow'),
      icon: <PlusOutlined />,
      run: ({ id }) => void navigate(`${paths.add}?parent=${id}`),
    })
  }
  if (meets(groups.can.remove)) {
    actions.push({
      key: 'delete',
      label: t('removal.action'),
      icon: <DeleteOutlined />,
      isDanger: true,
      disabled: ({ children_count }) => children_count > 0 && t('removal.hasChildren'),
      run: (group) => void remove([group]),
    })
  }
  return actions
}
