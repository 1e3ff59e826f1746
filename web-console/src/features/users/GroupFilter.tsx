import { ApartmentOutlined, CloseOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filters } from '@/api/list'
import { groups } from '@/features/groups'
import { pickerOf, ResourcePicker } from '@/kit/picker'

/** Field of the filter; the list is narrowed to it whatever the other conditions say. */
export const GROUP_FIELD = 'domains'
const source = pickerOf(groups)

interface Props {
  value: Filters
  onChange: (filters: Filters) => void
}

/** A button that narrows the users to those of one group. */
export function GroupFilter({ value, onChange }: Props) {
  const { t } = useTranslation('users')
  const [isOpen, setOpen] = useState(false)
  const item = value.items.find(({ field }) => field === GROUP_FIELD)
  const id = typeof item?.value === 'number' ? item.value : undefined
  const group = groups.api.useGet(id ?? 0, { skip: id === undefined })
  const name = group.data?.id === id ? group.data?.name : undefined
  const choose = (next: number | undefined) => {
    const others = value.items.filter(({ field }) => field !== GROUP_FIELD)
    const items =
      next === undefined
        ? others
        : [...others, { field: GROUP_FIELD, rule: 'equals' as const, value: next }]
    onChange({ ...value, items })
  }
  return (
    <>
      <Space.Compact>
        <Button icon={<ApartmentOutlined />} onClick={() => setOpen(true)}>
          {id === undefined ? t('anyGroup') : (name ?? `#${id}`)}
        </Button>
        {id !== undefined && (
          <Button
            icon={<CloseOutlined />}
            aria-label={t('clearGroup')}
            onClick={() => choose(undefined)}
          />
        )}
      </Space.Compact>
      {isOpen && (
        <ResourcePicker
          title={t('fields.domains')}
          source={source}
          value={id === undefined ? [] : [{ id, name: name ?? '' }]}
          onChoose={([chosen]) => choose(chosen?.id)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
