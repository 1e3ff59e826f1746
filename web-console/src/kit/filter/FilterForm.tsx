import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Segmented, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { FilterItem, FilterMatch, FilterRule, Filters } from '@/api/list'
import { freshItem, momentOf, RULES_OF, type FilterField } from './fields'
import styles from './filter.module.css'
import { FilterValueInput } from './FilterValueInput'

interface Props {
  fields: FilterField[]
  draft: Filters
  onChange: (draft: Filters) => void
  onApply: () => void
  onClear: () => void
}

/** The conditions of a filter, being edited. */
export function FilterForm({ fields, draft, onChange, onApply, onClear }: Props) {
  const { t } = useTranslation()
  const setItems = (items: FilterItem[]) => onChange({ ...draft, items })
  const replace = (at: number, item: FilterItem) => setItems(draft.items.with(at, item))
  const first = fields[0]

  return (
    <form
      className={styles.form}
      aria-label={t('filter.title')}
      onSubmit={(event) => {
        event.preventDefault()
        onApply()
      }}
    >
      <div className={styles.match}>
        <span>{t('filter.match')}</span>
        <Segmented<FilterMatch>
          size="small"
          aria-label={t('filter.match')}
          value={draft.match}
          onChange={(match) => onChange({ ...draft, match })}
          options={[
            { value: 'match_all', label: t('filter.match_all') },
            { value: 'match_any', label: t('filter.match_any') },
          ]}
        />
      </div>
      {draft.items.map((item, at) => (
        <FilterRow
          // Conditions have no identity of their own; their order is their name.
          key={at}
          fields={fields}
          item={item}
          onChange={(next) => replace(at, next)}
          onRemove={() => setItems(draft.items.toSpliced(at, 1))}
        />
      ))}
      {draft.items.length === 0 && <p className={styles.hint}>{t('filter.hint')}</p>}
      <div className={styles.actions}>
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          disabled={!first}
          onClick={() => first && setItems([...draft.items, freshItem(first)])}
        >
          {t('filter.add')}
        </Button>
        <span className={styles.gap} />
        <Button onClick={onClear}>{t('clear')}</Button>
        <Button type="primary" htmlType="submit">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}

interface RowProps {
  fields: FilterField[]
  item: FilterItem
  onChange: (item: FilterItem) => void
  onRemove: () => void
}

function FilterRow({ fields, item, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const field = fields.find((each) => each.field === item.field)
  return (
    <div className={styles.row}>
      <Select
        aria-label={t('filter.field')}
        className={styles.field}
        value={field?.field}
        placeholder={item.field}
        onChange={(name) => {
          const next = fields.find((each) => each.field === name)
          if (next) onChange(freshItem(next))
        }}
        options={fields.map(({ field: name, label }) => ({ value: name, label }))}
      />
      <Select<FilterRule>
        aria-label={t('filter.rule')}
        className={styles.rule}
        value={item.rule}
        onChange={(rule) => {
          const value = field?.type === 'time' ? momentOf(rule, item.value) : item.value
          onChange({ ...item, rule, value })
        }}
        options={(field ? RULES_OF[field.type] : [item.rule]).map((rule) => ({
          value: rule,
          label: field?.type === 'time' ? timeRule(rule, t) : t(`options.rules.${rule}`),
        }))}
      />
      {field ? (
        <FilterValueInput
          field={field}
          rule={item.rule}
          value={item.value}
          onChange={(value) => onChange({ ...item, value })}
        />
      ) : (
        <span className={styles.gap}>{String(item.value)}</span>
      )}
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('filter.remove')}
        onClick={onRemove}
      />
    </div>
  )
}

/** Times are not above or below but after and before. */
function timeRule(rule: FilterRule, t: TFunction): string {
  if (rule === 'above') return t('options.timeRules.above')
  if (rule === 'below') return t('options.timeRules.below')
  if (rule === 'equals_above') return t('options.timeRules.equals_above')
  if (rule === 'equals_below') return t('options.timeRules.equals_below')
  return t(`options.rules.${rule}`)
}
