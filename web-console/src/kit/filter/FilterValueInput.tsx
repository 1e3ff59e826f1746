import { Input, InputNumber, Select } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterRule, FilterValue } from '@/api/list'
import type { FilterField } from './fields'

const TimeValueInput = lazy(() => import('./TimeValueInput'))

interface Props {
  field: FilterField
  rule: FilterRule
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/** The control that suits the type of a field. */
export function FilterValueInput({ field, rule, value, onChange }: Props) {
  const { t } = useTranslation()
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
        <Suspense fallback={<Input {...common} disabled />}>
          <TimeValueInput {...common} rule={rule} value={value} onChange={onChange} />
        </Suspense>
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
