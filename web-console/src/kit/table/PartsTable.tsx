import { useMemo, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { BulkReport, type useRemoval } from '../feedback'
import type { FilterField } from '../filter'
import { useListState } from '../list'
import { useCan } from '../permissions'
import { pathsOf, type AnyResource } from '../resource'
import { AddButton } from './AddButton'
import { ResourceTable } from './ResourceTable'
import type { Column, HasId } from './types'
import { useEditActions } from './useEditActions'
import { within } from './within'

interface Props<Row extends HasId> {
  /** Names the settings of this table in the browser. */
  id: string
  /** Whose list it is; its rows belong to the project or to a group, by `domain_id`. */
  resource: AnyResource
  groupId: Id | undefined
  columns: Column<Row>[]
  filters: FilterField[]
  label: (row: Row) => string
  removal: ReturnType<typeof useRemoval<Row>>
  texts: { add: string; emptyTitle: string; emptyText: string }
  icon: ComponentType
}

/** A list that is a tab of the project's settings, or of a group that it is narrowed to. */
export function PartsTable<Row extends HasId>(props: Props<Row>) {
  const { id, resource, groupId, label, removal, texts, icon } = props
  const { t } = useTranslation()
  const { meets } = useCan()
  const list = useListState({ sort: resource.defaultSort })
  const { filters: chosen } = list.state
  const filters = useMemo(() => within(chosen, groupId), [chosen, groupId])
  const mayManage = meets(resource.can.read)
  const rows = resource.api.useList({ ...list.query, filters }, { skip: !mayManage })
  const paths = pathsOf(resource)
  const linkOf = (row: Row) => paths.edit(row.id)
  const actions = useEditActions<Row>({ linkOf, remove: removal.removeRows })
  if (!mayManage) return <p>{t('noRight')}</p>
  const add = (
    <AddButton to={groupId ? `${paths.add}?group=${groupId}` : paths.add}>{texts.add}</AddButton>
  )
  return (
    <>
      <ResourceTable
        id={id}
        list={list}
        rows={rows}
        columns={props.columns}
        filters={props.filters}
        label={label}
        linkOf={linkOf}
        {...actions}
        empty={{ icon, title: texts.emptyTitle, text: texts.emptyText, action: add }}
        extra={add}
      />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </>
  )
}
