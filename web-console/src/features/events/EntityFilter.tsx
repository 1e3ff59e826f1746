import { CloseOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filters } from '@/api/list'
import { ResourcePicker } from '@/kit/picker'
import type { NarrowingEntity } from './entities'

interface Props {
  entity: NarrowingEntity
  label: string
  icon: ReactNode
  value: Filters
  onChange: (filters: Filters) => void
}

/** A button that narrows a list to one entity, chosen in a picker. */
export function EntityFilter({ entity, label, icon, value, onChange }: Props) {
  const { t } = useTranslation('events')
  const [isOpen, setOpen] = useState(false)
  const { field, source, useName } = entity
  const item = value.items.find((each) => each.field === field && each.rule === 'equals')
  const id = typeof item?.value === 'number' ? item.value : undefined
  const name = useName(id)
  const others = value.items.filter((each) => each !== item)
  const choose = (next: number | undefined) =>
    onChange({
      ...value,
      items: next === undefined ? others : [...others, { field, rule: 'equals', value: next }],
    })
  return (
    <>
      <Space.Compact>
        <Button
          icon={icon}
          onClick={() => setOpen(true)}
          type={id ? 'primary' : 'default'}
          ghost={Boolean(id)}
        >
          {id === undefined ? label : (name ?? `#${id}`)}
        </Button>
        {id !== undefined && (
          <Button
            type="primary"
            ghost
            icon={<CloseOutlined />}
            aria-label={t('filter.clear', { name: label })}
            onClick={() => choose(undefined)}
          />
        )}
      </Space.Compact>
      {isOpen && (
        <ResourcePicker
          title={label}
          source={source}
          value={id === undefined ? [] : [{ id, name: name ?? '' }]}
          onChoose={([chosen]) => choose(chosen?.id)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
