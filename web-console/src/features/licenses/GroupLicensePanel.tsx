import { Alert, Button, Checkbox, DatePicker, InputNumber, Select, Switch } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState, Loading } from '@/kit/feedback'
import { useLack } from '@/kit/permissions'
import { StatusTag } from '@/kit/status'
import { useDateFormat } from '@/kit/time'
import { useGroupLicense, useUpdateGroupLicenseMutation, type GroupLicense } from './api'
import styles from './licenses.module.css'
import { EDIT_GROUP } from './needs'
import { QuotaBar, Refusal } from './QuotaBar'
import { atBar, inconsistenciesOf, type Inconsistency } from './quota'
import { useLicenseWords } from './useLicenseWords'

const KINDS = ['sip', 'mobile_app', 'ukey2'] as const
const MODES = ['once', 'everyday', 'week', '30_days', 'never'] as const
const TONES = { active: 'success', ending: 'warning', disabled: 'error' } as const

/** What a group has of the licences: its limits, features, period and reminders. */
export default function GroupLicensePanel({ id }: { id: number }) {
  const { data, error, refetch } = useGroupLicense(id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return <Form key={id} id={id} saved={data} />
}

interface FormProps {
  id: number
  saved: GroupLicense
}

function Form({ id, saved }: FormProps) {
  const { t } = useTranslation('licenses')
  const { nodeOf } = useLicenseWords()
  const errorText = useErrorText()
  const readOnly = useLack()(EDIT_GROUP)
  const [draft, setDraft] = useState<Partial<GroupLicense>>({})
  const [refused, setRefused] = useState<Inconsistency[]>([])
  const [update, { isLoading }] = useUpdateGroupLicenseMutation()
  const license = { ...saved, ...draft }
  const isChanged = Object.keys(draft).length > 0
  const set = (change: Partial<GroupLicense>) => setDraft((before) => ({ ...before, ...change }))

  const save = async () => {
    const result = await update({ id, groupLicenseInput: draft })
    if (result.error) {
      setRefused(inconsistenciesOf(result.error))
      alerts.error(errorText(result.error))
      return
    }
    setRefused([])
    setDraft({})
    alerts.success(t('group.saved', { name: saved.domain?.name ?? '' }))
  }
  const of = (code: Inconsistency['code']) => refused.filter((item) => item.code === code)
  return (
    <div className={styles.form}>
      <div className={styles.head}>
        <StatusTag tone={TONES[saved.status as keyof typeof TONES]}>
          {t(`options.states.${saved.status as keyof typeof TONES}`)}
        </StatusTag>
        <span>
          {saved.is_active
            ? t('group.own', { parent: nodeOf(saved.parent) })
            : t('group.shared', { parent: nodeOf(saved.parent) })}
        </span>
      </div>
      {saved.status === 'disabled' && (
        <Alert
          type="warning"
          showIcon
          title={t('group.closed')}
          description={t('group.closedText')}
        />
      )}
      <Quotas license={saved} refused={refused} />
      {!license.is_active && <Refusals items={[...of('missing_type'), ...of('missing_period')]} />}
      {readOnly && <p className={styles.soft}>{readOnly}</p>}
      <fieldset disabled={Boolean(readOnly)} className={styles.fields}>
        <Toggle
          label={t('group.isActive')}
          hint={t('group.isActiveHint')}
          value={license.is_active}
          disabled={Boolean(readOnly)}
          onChange={(is_active) => set({ is_active })}
        />
        {license.is_active && (
          <>
            <Counts license={license} disabled={Boolean(readOnly)} onChange={set} />
            <Features license={license} disabled={Boolean(readOnly)} onChange={set} />
            <Refusals items={of('missing_type')} />
            <Period license={license} disabled={Boolean(readOnly)} onChange={set} />
            <Refusals items={of('missing_period')} />
            <Reminders license={license} disabled={Boolean(readOnly)} onChange={set} />
          </>
        )}
      </fieldset>
      <div className={styles.actions}>
        <Button
          type="primary"
          disabled={!isChanged}
          loading={isLoading}
          onClick={() => void save()}
        >
          {t('save')}
        </Button>
        {isChanged && (
          <Button
            onClick={() => {
              setDraft({})
              setRefused([])
            }}
          >
            {t('discard')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What is inconsistent, right below what it is about. */
function Refusals({ items }: { items: Inconsistency[] }) {
  return items.map((item) => (
    <Alert
      key={`${item.code}-${item.kind}-${item.group?.id ?? 0}`}
      type="error"
      showIcon
      title={<Refusal item={item} />}
    />
  ))
}

function Quotas({ license, refused }: { license: GroupLicense; refused: Inconsistency[] }) {
  return (
    <div className={styles.quotas}>
      {license.quotas.map((quota) => (
        <QuotaBar key={quota.kind} quota={quota} errors={atBar(refused, quota.kind)} />
      ))}
    </div>
  )
}

interface PartProps {
  license: GroupLicense
  disabled: boolean
  onChange: (change: Partial<GroupLicense>) => void
}

function Counts({ license, disabled, onChange }: PartProps) {
  const { t } = useTranslation('licenses')
  const { kindOf } = useLicenseWords()
  const id = useId()
  const counts = license.counts ?? { sip: null, mobile_app: null, ukey2: null }
  return (
    <div className={styles.counts}>
      {KINDS.map((kind) => (
        <label key={kind} htmlFor={`${id}-${kind}`}>
          <span>{kindOf(kind)}</span>
          <InputNumber
            id={`${id}-${kind}`}
            min={0}
            max={1_000_000_000}
            precision={0}
            disabled={disabled}
            value={counts[kind]}
            placeholder={t('unlimited')}
            onChange={(value) => onChange({ counts: { ...counts, [kind]: value } })}
          />
        </label>
      ))}
    </div>
  )
}

function Features({ license, disabled, onChange }: PartProps) {
  const { t } = useTranslation('licenses')
  const { featureOf } = useLicenseWords()
  const names = [...new Set([...license.available_features, ...license.features])].toSorted()
  return (
    <div role="group" aria-label={t('features')}>
      <h3>{t('features')}</h3>
      <Checkbox.Group
        className={styles.features}
        disabled={disabled}
        value={license.features}
        options={names.map((name) => ({ value: name, label: featureOf(name) }))}
        onChange={(features) => onChange({ features })}
      />
    </div>
  )
}

function Period({ license, disabled, onChange }: PartProps) {
  const { t } = useTranslation('licenses')
  const { datePattern } = useDateFormat()
  const period = license.restrict_period ?? { is_active: false, from: null, to: null }
  return (
    <div className={styles.part}>
      <Toggle
        label={t('group.period')}
        hint={t('group.periodHint')}
        value={period.is_active}
        disabled={disabled}
        onChange={(is_active) => onChange({ restrict_period: { ...period, is_active } })}
      />
      {period.is_active && (
        <DatePicker.RangePicker
          aria-label={t('group.period')}
          format={datePattern}
          disabled={disabled}
          value={[period.from ? dayjs(period.from) : null, period.to ? dayjs(period.to) : null]}
          onChange={(range) =>
            onChange({
              restrict_period: {
                is_active: true,
                from: range?.[0]?.startOf('day').toISOString() ?? null,
                to: range?.[1]?.endOf('day').toISOString() ?? null,
              },
            })
          }
        />
      )}
    </div>
  )
}

function Reminders({ license, disabled, onChange }: PartProps) {
  const { t } = useTranslation('licenses')
  const id = useId()
  const reminder = license.notifications ?? {
    is_enabled: true,
    mode: 'everyday',
    notify_before: 14,
  }
  const set = (change: Partial<typeof reminder>) =>
    onChange({ notifications: { ...reminder, ...change } })
  return (
    <div className={styles.part}>
      <Toggle
        label={t('group.reminders')}
        hint={t('group.remindersHint')}
        value={reminder.is_enabled}
        disabled={disabled}
        onChange={(is_enabled) => set({ is_enabled })}
      />
      {reminder.is_enabled && (
        <div className={styles.counts}>
          <label htmlFor={`${id}-mode`}>
            <span>{t('group.mode')}</span>
            <Select
              id={`${id}-mode`}
              disabled={disabled}
              value={reminder.mode}
              options={MODES.map((mode) => ({ value: mode, label: t(`options.modes.${mode}`) }))}
              onChange={(mode: string) => set({ mode })}
            />
          </label>
          <label htmlFor={`${id}-before`}>
            <span>{t('group.notifyBefore')}</span>
            <InputNumber
              id={`${id}-before`}
              min={1}
              max={365}
              precision={0}
              disabled={disabled}
              value={reminder.notify_before}
              onChange={(notify_before) => set({ notify_before: notify_before ?? 14 })}
            />
          </label>
        </div>
      )}
    </div>
  )
}

interface ToggleProps {
  label: string
  hint: string
  value: boolean
  disabled: boolean
  onChange: (value: boolean) => void
}

function Toggle({ label, hint, value, disabled, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className={styles.toggle}>
      <Switch id={id} checked={value} disabled={disabled} onChange={onChange} />
      <label htmlFor={id}>
        <b>{label}</b>
        <small>{hint}</small>
      </label>
    </div>
  )
}
