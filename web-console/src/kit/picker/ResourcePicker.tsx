import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref as Entity } from '@/api/types'
import { useErrorText } from '../errors'
import { ErrorState } from '../feedback'
import { FilterBuilder, FilterChips } from '../filter'
import { SearchBox } from '../table/SearchBox'
import styles from './picker.module.css'
import { PickerList } from './PickerList'
import type { PickerSource } from './types'
import { usePickerRows } from './usePickerRows'

export interface ResourcePickerProps {
  title: string
  source: PickerSource
  value: Entity[]
  isMultiple?: boolean
  exclude?: readonly number[]
  onChoose: (value: Entity[]) => void
  onClose: () => void
}

const noFilterFields = () => []

/** A dialog to choose one or several entities, with a search and filters. Mounted while open. */
export function ResourcePicker(props: ResourcePickerProps) {
  const { title, source, value, isMultiple = false, exclude = [], onChoose, onClose } = props
  const { t } = useTranslation()
  const errorText = useErrorText()
  const picker = usePickerRows(source)
  const fields = (source.useFilters ?? noFilterFields)()
  const [chosen, setChosen] = useState(value)

  const toggle = (entity: Entity) => {
    if (!isMultiple) {
      onChoose([entity])
      onClose()
      return
    }
    const without = chosen.filter(({ id }) => id !== entity.id)
    setChosen(without.length < chosen.length ? without : [...chosen, entity])
  }
  const accept = () => {
    onChoose(chosen)
    onClose()
  }
  const footer = isMultiple && (
    <div className={styles.footer}>
      <span className="tabular">{t('bulk.selected', { count: chosen.length })}</span>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="primary" onClick={accept}>
        {t('choose')}
      </Button>
    </div>
  )
  return (
    <Modal open title={title} onCancel={onClose} footer={footer || null} width={520}>
      <div className={styles.tools}>
        <SearchBox value={picker.search} onSearch={picker.setSearch} />
        {fields.length > 0 && (
          <FilterBuilder fields={fields} value={picker.filters} onApply={picker.setFilters} />
        )}
      </div>
      <FilterChips fields={fields} value={picker.filters} onChange={picker.setFilters} />
      {picker.error && picker.rows.length === 0 ? (
        <ErrorState error={picker.error} onRetry={picker.retry} />
      ) : (
        <PickerList
          title={title}
          source={source}
          rows={picker.rows.filter(({ id }) => !exclude.includes(id))}
          chosen={chosen}
          isMultiple={isMultiple}
          isFetching={picker.isFetching}
          onToggle={toggle}
          onEnd={picker.loadMore}
        />
      )}
      {picker.error !== undefined && picker.rows.length > 0 && !picker.isFetching && (
        <p className={styles.failed} role="alert">
          <span>{errorText(picker.error)}</span>
          <Button size="small" onClick={picker.retry}>
            {t('retry')}
          </Button>
        </p>
      )}
    </Modal>
  )
}
