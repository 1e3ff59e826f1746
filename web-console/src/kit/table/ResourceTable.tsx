import type { InputRef } from 'antd'
import { useDeferredValue, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Page } from '@/api/list'
import type { Id } from '@/api/types'
import { EmptyState, ErrorState } from '../feedback'
import { FilterChips, type FilterField } from '../filter'
import { KeyHelp } from '../keyboard'
import type { ListControl } from '../list'
import type { QueryResult, UseQuery } from '../resource'
import { useIsNarrow } from '../useMediaQuery'
import { BulkBar } from './BulkBar'
import { CardList } from './CardList'
import { DataTable } from './DataTable'
import { NoMatch } from './NoMatch'
import { PreviewDrawer } from './PreviewDrawer'
import styles from './table.module.css'
import { TableFooter } from './TableFooter'
import { useColumnChoice } from './tablePreferences'
import { TableSkeleton } from './TableSkeleton'
import { TableToolbar } from './TableToolbar'
import type { BulkAction, Column, EmptyContent, HasId, RowAction } from './types'
import { useSelection } from './useSelection'
import { useTableExport } from './useTableExport'
import { useTableKeys } from './useTableKeys'
import { useWholeList } from './useWholeList'

export interface ResourceTableProps<Row extends HasId> {
  /** Names the settings of this table in the browser; one per screen. */
  id: string
  list: ListControl
  /** The page of the list that is shown, and how asking for it goes. */
  rows: QueryResult<Page<Row>>
  /** Pushes renew the rows: nothing says that they are fetched again. */
  isLive?: boolean
  columns: Column<Row>[]
  filters: FilterField[]
  /** What a row is called, for screen readers and dialogs. */
  label: (row: Row) => string
  /** Where the row is edited. */
  linkOf?: (row: Row) => string
  rowActions?: RowAction<Row>[]
  bulkActions?: BulkAction<Row>[]
  /** Content of the side drawer. */
  preview?: (row: Row) => ReactNode
  /** Finds the row of a link to a drawer, when it is on another page of the list. */
  useRow?: UseQuery<Id, Row>
  empty: EmptyContent
  /** At the start of the toolbar: a switch between list and tree, for example. */
  extra?: ReactNode
}

/** A list of things: search, filters, views, selection, keys, drawer; cards on a phone. */
export function ResourceTable<Row extends HasId>(props: ResourceTableProps<Row>) {
  const { id, list, columns, filters, label, linkOf, preview } = props
  const { rowActions = [], bulkActions = [], isLive = false } = props
  const { data, isFetching, error, refetch } = props.rows
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const search = useRef<InputRef>(null)
  const rows = data?.items ?? NO_ROWS
  const selection = useSelection(rows, questionOf(list))
  const whole = useWholeList(props.rows, selection.setAll)
  const choice = useColumnChoice(id)
  const shown = useMemo(
    () =>
      columns.filter(
        ({ key, isMain, isOptional = false }) => isMain || choice.isVisible(key, isOptional),
      ),
    [columns, choice],
  )
  const exporting = useTableExport<Row>(id, shown)
  useLastPage(list, data)
  const previewed = usePreviewed(rows, list.state.preview, props.useRow ?? noRow)
  const look = preview && ((row: Row) => list.set({ preview: String(row.id) }))
  const keys = useTableKeys<Row>({
    rows,
    search,
    onSelect: bulkActions.length > 0 ? selection.toggle : undefined,
    onEdit: linkOf && ((row) => void navigate(linkOf(row))),
    onLook: look,
    onBack: () => (list.state.preview ? list.set({ preview: '' }) : selection.clear()),
  })
  const view = {
    rows,
    columns: shown,
    sort: list.state.sort,
    onSort: (sort: string) => list.set({ sort }),
    isLoading: isFetching && !isLive,
    selection: bulkActions.length > 0 ? selection : undefined,
    rowActions,
    label,
    linkOf,
    onOpen: look,
    activeId: previewed?.id ?? keys.activeId,
  }
  return (
    <section className={styles.root}>
      {selection.rows.length > 0 ? (
        <BulkBar selection={selection} actions={[...bulkActions, exporting.action]} whole={whole} />
      ) : (
        <TableToolbar {...{ id, list, columns, filters, choice, search }} extra={props.extra} />
      )}
      <FilterChips
        fields={filters}
        value={list.state.filters}
        onChange={(next) => list.set({ filters: next })}
      />
      <Content {...props} view={view} isNarrow={isNarrow} />
      <PreviewDrawer
        title={previewed && label(previewed)}
        link={previewed && linkOf?.(previewed)}
        onClose={() => list.set({ preview: '' })}
      >
        {previewed && preview?.(previewed)}
      </PreviewDrawer>
      {exporting.node}
      <KeyHelp isOpen={keys.isHelpOpen} onClose={keys.closeHelp} />
      {Boolean(error) && data && <ErrorState error={error} onRetry={() => void refetch()} />}
    </section>
  )
}

const NO_ROWS: never[] = []

/** What narrows the list, as one text. */
const questionOf = ({ state }: ListControl) => JSON.stringify([state.search, state.filters])

/** A page beyond the end, as after its rows were deleted or in an old link: the last page is shown. */
function useLastPage(list: ListControl, data: Page<HasId> | undefined) {
  const { state, set } = list
  const isBeyond = data !== undefined && data.items.length === 0 && data.total > 0
  const last = data ? Math.ceil(data.total / state.size) : 1
  useEffect(() => {
    if (isBeyond && last < state.page) set({ page: last })
  }, [isBeyond, last, state.page, set])
}

const noRow = () => ({ isLoading: false, isFetching: false, refetch: () => undefined })

/** The row in the drawer: one of the page, or fetched by its id. */
function usePreviewed<Row extends HasId>(rows: Row[], id: string, useRow: UseQuery<Id, Row>) {
  const here = rows.find((row) => String(row.id) === id)
  const isElsewhere = id !== '' && !here && Number.isSafeInteger(Number(id))
  const { data } = useRow(Number(id), { skip: !isElsewhere })
  return here ?? (isElsewhere ? data : undefined)
}

type ContentProps<Row extends HasId> = ResourceTableProps<Row> & {
  view: Parameters<typeof DataTable<Row>>[0]
  isNarrow: boolean
}

function Content<Row extends HasId>({ view, isNarrow, ...props }: ContentProps<Row>) {
  const { list, empty } = props
  const { error, refetch } = props.rows
  // Rows that have come are drawn in pieces, between which the page answers. A store's change alone is drawn in one.
  const data = useDeferredValue(props.rows.data)
  const drawn = { ...view, rows: data?.items ?? NO_ROWS }
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    return <TableSkeleton columns={isNarrow ? 1 : Math.min(view.columns.length, 5)} />
  }
  if (data.items.length === 0) {
    // Beyond the end: the last page is on its way.
    if (data.total > 0) return <TableSkeleton columns={isNarrow ? 1 : 5} />
    const isNarrowed = list.state.search !== '' || list.state.filters.items.length > 0
    return isNarrowed ? <NoMatch list={list} /> : <EmptyState {...empty} />
  }
  return (
    <>
      {isNarrow ? <CardList {...drawn} /> : <DataTable {...drawn} />}
      <TableFooter
        page={list.state.page}
        size={list.state.size}
        total={data.total}
        onChange={(page, size) => list.set({ page, size })}
      />
    </>
  )
}
