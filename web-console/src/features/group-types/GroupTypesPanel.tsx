import { PlusOutlined, TagsOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Allowed, useLack, type Need } from '@/kit/permissions'
import { ResourceTable, useCommonActions } from '@/kit/table'
import {
  useDeleteAllGroupTypesMutation,
  useGroupType,
  useGroupTypeList,
  type GroupType,
} from './api'
import { GroupTypeDialog } from './GroupTypeDialog'
import { useGroupTypeColumns } from './useGroupTypeColumns'
import { useGroupTypeFilters } from './useGroupTypeFilters'

const EDIT = 'edit:'
const CHANGE: Need = { any: ['can_change_project_settings'] }

/** The types of groups: a tab of the project's settings. */
export function GroupTypesPanel() {
  const { t } = useTranslation('group-types')
  const list = useListState({ sort: 'name' })
  const types = useGroupTypeList(list.query)
  const columns = useGroupTypeColumns()
  const filters = useGroupTypeFilters()
  const removal = useTypeRemoval()
  const { edit, deletion } = useCommonActions()
  const readOnly = useLack()(CHANGE)
  const { dialog } = list.state
  const add = (
    <Allowed need={CHANGE}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => list.set({ dialog: 'new' })}>
        {t('new')}
      </Button>
    </Allowed>
  )
  return (
    <>
      <ResourceTable
        id="groupTypes"
        list={list}
        rows={types}
        columns={columns}
        filters={filters}
        label={({ name }) => name}
        rowActions={[
          {
            ...edit,
            disabled: () => readOnly,
            run: ({ id }) => list.set({ dialog: `${EDIT}${id}` }),
          },
          {
            ...deletion,
            disabled: ({ domains_count: count }) =>
              readOnly || (count > 0 && t('removal.inUse', { count })),
            run: (type) => void removal.removeRows([type]),
          },
        ]}
        bulkActions={readOnly === false ? [{ ...deletion, run: removal.removeRows }] : []}
        empty={{ icon: TagsOutlined, title: t('empty.title'), text: t('empty.text'), action: add }}
        extra={add}
      />
      <OpenDialog dialog={dialog} onClose={() => list.set({ dialog: '' })} />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </>
  )
}

function OpenDialog({ dialog, onClose }: { dialog: string; onClose: () => void }) {
  const id = dialog.startsWith(EDIT) ? Number(dialog.slice(EDIT.length)) : undefined
  const { data } = useGroupType(id ?? 0, { skip: id === undefined })
  if (dialog === 'new') return <GroupTypeDialog onClose={onClose} />
  if (id === undefined || data?.id !== id) return null
  return <GroupTypeDialog key={id} type={data} onClose={onClose} />
}

function useTypeRemoval() {
  const { t } = useTranslation('group-types')
  const [remove] = useDeleteAllGroupTypesMutation()
  return useRemoval<GroupType>({
    remove,
    label: ({ name }) => name,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
