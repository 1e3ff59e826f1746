import { DatePicker, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import type { FilterValue } from '@/api/list'
import { useDateFormat } from '../time'
import type { FilterField } from './fields'

interface Props {
  field: FilterField
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/** The control that suits the type of a field. */
export function FilterValueInput({ field, value, onChange }: Props) {
  const { t } = useTranslation()
  const { dateTimePattern } = useDateFormat()
  const common = { 'aria-label': t('filter.value'), style: { flex: 1, minWidth: 0 } }

  switch (field.type) {
    case 'choice':
      return (
        <Select
          {...common}
          value={value}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={onChange}
          options={field.options ?? []}
        />
      )
    case 'boolean':
      return (
        <Select
          {...common}
          value={value}
          onChange={onChange}
          options={[
            { value: true, label: t('yes') },
            { value: false, label: t('no') },
          ]}
        />
      )
    case 'number':
      return (
        <InputNumber
          {...common}
          value={typeof value === 'number' ? value : null}
          onChange={(number) => onChange(number)}
        />
      )
    case 'time':
      return (
        <DatePicker
          {...common}
          showTime
          format={dateTimePattern}
          value={typeof value === 'string' ? dayjs(value) : null}
          onChange={(moment) => onChange(moment?.toISOString() ?? null)}
        />
      )
    case 'text':
      return (
        <Input
          {...common}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}
