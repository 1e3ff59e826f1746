import { CloseOutlined } from '@ant-design/icons'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterItem, Filters } from '@/api/list'
import { useDateFormat, type DateFormat } from '../time'
import type { FilterField } from './fields'
import styles from './filter.module.css'

interface Props {
  fields: FilterField[]
  value: Filters
  onChange: (filters: Filters) => void
}

/** The conditions in force, each with a way to drop it. */
export function FilterChips({ fields, value, onChange }: Props) {
  const { t } = useTranslation()
  const format = useDateFormat()
  if (value.items.length === 0) return null

  const textOf = (item: FilterItem) => {
    const field = fields.find((each) => each.field === item.field)
    return [
      field?.label ?? item.field,
      t(`options.rules.${item.rule}`).toLowerCase(),
      valueText(item, field, format, t('yes'), t('no')),
    ].join(' ')
  }
  return (
    <div className={styles.chips}>
      {value.items.map((item, at) => (
        <Fragment key={`${at}-${item.field}`}>
          {at > 0 && value.match === 'match_any' && <span className={styles.or}>{t('or')}</span>}
          <span className={styles.chip}>
            <span title={textOf(item)}>{textOf(item)}</span>
            <button
              type="button"
              aria-label={t('filter.removeNamed', { name: textOf(item) })}
              onClick={() => onChange({ ...value, items: value.items.toSpliced(at, 1) })}
            >
              <CloseOutlined aria-hidden />
            </button>
          </span>
        </Fragment>
      ))}
    </div>
  )
}

function valueText(
  { value }: FilterItem,
  field: FilterField | undefined,
  format: DateFormat,
  yes: string,
  no: string,
): string {
  if (typeof value === 'boolean') return value ? yes : no
  if (field?.type === 'time' && typeof value === 'string') return format.dateTime(value)
  const labels = [value].flat().map((one) => {
    const option = field?.options?.find((each) => each.value === one)
    return option?.label ?? String(one)
  })
  return labels.join(', ')
}
