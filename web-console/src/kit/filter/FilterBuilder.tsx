import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filters } from '@/api/list'
import { NO_FILTERS } from '../list'
import { useIsNarrow } from '../useMediaQuery'
import { completeFilters, freshItem, type FilterField } from './fields'
import { FilterForm } from './FilterForm'

interface Props {
  fields: FilterField[]
  value: Filters
  onApply: (filters: Filters) => void
}

/** A button that opens the conditions of a list: in a popover, or a sheet on a phone. */
export function FilterBuilder({ fields, value, onApply }: Props) {
  const { t } = useTranslation()
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState(value)

  const toggle = (open: boolean) => {
    if (open) setDraft(startingDraft(value, fields))
    setOpen(open)
  }
  const apply = (filters: Filters) => {
    onApply(completeFilters(filters))
    setOpen(false)
  }
  const form = (
    <FilterForm
      fields={fields}
      draft={draft}
      onChange={setDraft}
      onApply={() => apply(draft)}
      onClear={() => apply(NO_FILTERS)}
    />
  )
  const button = (
    <Badge count={value.items.length} size="small" color="var(--primary)">
      <Button icon={<FilterOutlined />} onClick={isNarrow ? () => toggle(true) : undefined}>
        {t('filter.title')}
      </Button>
    </Badge>
  )
  if (isNarrow) {
    return (
      <>
        {button}
        <Drawer
          open={isOpen}
          onClose={() => toggle(false)}
          placement="bottom"
          size="auto"
          title={t('filter.title')}
          destroyOnHidden
        >
          {form}
        </Drawer>
      </>
    )
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={toggle}
      content={form}
      destroyOnHidden
    >
      {button}
    </Popover>
  )
}

/** An empty filter starts with one condition to fill in. */
function startingDraft(value: Filters, fields: FilterField[]): Filters {
  const first = fields[0]
  return value.items.length > 0 || !first ? value : { ...value, items: [freshItem(first)] }
}
