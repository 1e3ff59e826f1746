import { ApartmentOutlined, BarsOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { Allowed, useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, SearchBox, useCommonActions } from '@/kit/table'
import { type Group, useDeleteAllGroupsMutation, useGroupList } from './api'
import { FoundGroups } from './FoundGroups'
import { GroupDialogs } from './GroupDialogs'
import { GroupPreview } from './GroupPreview'
import { GroupTree } from './GroupTree'
import styles from './GroupTree.module.css'
import { groups } from './resource'
import { useGroupActions } from './useGroupActions'
import { useGroupColumns } from './useGroupColumns'
import { useGroupFilters } from './useGroupFilters'

const paths = pathsOf(groups)

/** Groups as a list or as a tree. */
export default function GroupListPage() {
  const { t } = useTranslation('groups')
  const { meets } = useCan()
  const list = useListState({ sort: groups.defaultSort })
  const { set, state } = list
  const isTree = state.tab === 'tree'
  const groupList = useGroupList(list.query, { skip: isTree })
  const removal = useGroupRemoval()
  const openDialog = useCallback((dialog: string) => set({ dialog }), [set])
  const rowActions = useGroupActions(openDialog)
  const { deletion } = useCommonActions()
  const columns = useGroupColumns()
  const filters = useGroupFilters()

  const add = (
    <Allowed need={groups.can.create}>
      <AddButton to={paths.add}>{t('add')}</AddButton>
    </Allowed>
  )
  const shape = (
    <Segmented
      aria-label={t('shape')}
      value={isTree ? 'tree' : ''}
      onChange={(tab) => set({ tab, preview: '' })}
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
          <div className={styles.treeTools}>
            {shape}
            <SearchBox value={state.search} onSearch={(search) => set({ search })} />
          </div>
          {state.search ? (
            <FoundGroups search={state.search} openDialog={openDialog} />
          ) : (
            <GroupTree openDialog={openDialog} />
          )}
        </>
      ) : (
        <ResourceTable
          id="groups"
          list={list}
          rows={groupList}
          columns={columns}
          filters={filters}
          label={groups.label}
          linkOf={({ id }) => paths.of(id)}
          preview={(group) => <GroupPreview group={group} />}
          useRow={groups.api.useGet}
          rowActions={rowActions}
          bulkActions={meets(groups.can.remove) ? [{ ...deletion, run: removal.removeRows }] : []}
          empty={{
            icon: ApartmentOutlined,
            title: t('empty.title'),
            text: t('empty.text'),
            action: add,
          }}
          extra={shape}
        />
      )}
      <GroupDialogs dialog={state.dialog} onClose={() => set({ dialog: '' })} />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

/** Deletes several groups at once; one alone says first what depends on it. */
function useGroupRemoval() {
  const { t } = useTranslation('groups')
  const [remove] = useDeleteAllGroupsMutation()
  return useRemoval<Group>({
    remove,
    label: groups.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
