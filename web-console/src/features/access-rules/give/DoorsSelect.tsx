import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { FieldFrame, useField, type FieldProps } from '@/kit/form'
import { doorSource } from '../doors'

/** Doors that the list offers at a time; typing narrows it. */
const OFFERED = 20

/** Doors chosen by name, a click each. */
export function DoorsSelect(props: FieldProps) {
  const { t } = useTranslation('access-rules')
  const { value, onChange, error, control } = useField(props)
  const chosen = value as Ref[]
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { data, isFetching } = doorSource.useList({
    page: 1,
    size: OFFERED,
    sort: doorSource.sort,
    search,
  })
  const offered = (data?.items ?? []).map((row) => ({
    value: row.id,
    label: doorSource.label(row),
    detail: doorSource.detail?.(row),
  }))
  const nameOf = (id: number) =>
    chosen.find((door) => door.id === id)?.name ??
    offered.find((each) => each.value === id)?.label ??
    ''
  return (
    <FieldFrame props={props} error={error}>
      <Select<number[]>
        {...control}
        mode="multiple"
        style={{ width: '100%' }}
        value={chosen.map(({ id }) => id)}
        onChange={(ids) => onChange(ids.map((id) => ({ id, name: nameOf(id) })))}
        // Mostly it is one door, and the list would lie over what comes next.
        open={isOpen}
        onOpenChange={setOpen}
        onSelect={() => setOpen(false)}
        loading={isFetching}
        placeholder={t('give.doorsHint')}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        labelRender={({ value: id }) => nameOf(Number(id))}
        optionRender={({ data: option }) => (
          <>
            {option.label} <small style={{ color: 'var(--ink-soft)' }}>{option.detail}</small>
          </>
        )}
        options={offered}
      />
    </FieldFrame>
  )
}
