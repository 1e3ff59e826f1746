import type { InputRef } from 'antd'
import { useCallback, type ReactNode, type Ref } from 'react'
import { FilterBuilder, type FilterField } from '../filter'
import type { ListControl } from '../list'
import { ColumnMenu } from './ColumnMenu'
import { SearchBox } from './SearchBox'
import styles from './table.module.css'
import type { useColumnChoice } from './tablePreferences'
import type { Column } from './types'
import { ViewMenu } from './ViewMenu'

interface Props<Row> {
  id: string
  list: ListControl
  columns: Column<Row>[]
  filters: FilterField[]
  choice: ReturnType<typeof useColumnChoice>
  search: Ref<InputRef>
  extra?: ReactNode
}

export function TableToolbar<Row>(props: Props<Row>) {
  const { id, list, columns, filters, choice, search, extra } = props
  const { set } = list
  const onSearch = useCallback((text: string) => set({ search: text }), [set])
  return (
    <div className={styles.toolbar}>
      {extra}
      <SearchBox value={list.state.search} onSearch={onSearch} inputRef={search} />
      {filters.length > 0 && (
        <FilterBuilder
          fields={filters}
          value={list.state.filters}
          onApply={(next) => set({ filters: next })}
        />
      )}
      <span className={styles.gap} />
      <ViewMenu table={id} />
      <span className={styles.wideOnly}>
        <ColumnMenu columns={columns} isVisible={choice.isVisible} onToggle={choice.toggle} />
      </span>
    </div>
  )
}
