import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { users } from '@/features/users'
import { FieldGrid, typedFields } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import { GUEST_TYPES, KINDS, type useGuestRules } from './api'
import { WEEKDAYS } from './hours'
import { RulesField } from './RulesField'
import { MAX_VISITS, type GuestKeyForm } from './schema'

const F = typedFields<GuestKeyForm>()
const userSource = pickerOf(users)

interface Props {
  readOnly: string | false
  isNew: boolean
  rules: ReturnType<typeof useGuestRules>
}

/** Every field of a guest key. */
export function GuestKeyFields({ readOnly, isNew, rules }: Props) {
  const { t } = useTranslation('guest-access')
  const { meets } = useCan()
  const kind = useWatch<GuestKeyForm, 'kind'>({ name: 'kind' })
  const fixed = readOnly || (!isNew && t('fixed'))
  const isTyped = kind === 'license_plate' || kind === 'access_code'
  return (
    <>
      <FieldGrid title={t('sections.doors')} text={t('sections.doorsText')}>
        {isNew && meets(users.can.read) && (
          <F.Ref
            name="owner"
            label={t('fields.giver')}
            help={t('help.giver')}
            source={userSource}
            disabled={readOnly}
          />
        )}
        <RulesField
          name="access_rules"
          label={t('fields.doors')}
          rules={rules}
          isRequired
          isWide
          disabled={readOnly}
        />
      </FieldGrid>
      <FieldGrid title={t('sections.guest')} text={t('sections.guestText')}>
        <F.Text
          name="name"
          label={t('fields.name')}
          maxLength={100}
          isRequired
          disabled={readOnly}
        />
        <F.Select
          name="guest_type"
          label={t('fields.guestType')}
          options={GUEST_TYPES.map((value) => ({ value, label: t(`options.guestTypes.${value}`) }))}
          disabled={readOnly}
        />
        <F.Select
          name="kind"
          label={t('fields.kind')}
          help={t(`options.kindHelp.${kind}`)}
          options={KINDS.map((value) => ({ value, label: t(`options.kinds.${value}`) }))}
          disabled={fixed}
        />
        {isTyped && (
          <F.Text
            name="value"
            label={t(kind === 'license_plate' ? 'fields.plate' : 'fields.code')}
            help={kind === 'access_code' && isNew ? t('help.code') : undefined}
            isRequired={kind === 'license_plate'}
            disabled={fixed}
          />
        )}
        <F.TextArea
          name="message"
          label={t('fields.message')}
          help={t('help.message')}
          rows={2}
          isWide
          disabled={readOnly}
        />
      </FieldGrid>
      <LimitFields readOnly={readOnly} limits={rules.data} />
    </>
  )
}

interface LimitProps {
  readOnly: string | false
  limits: { max_passes_count: number | null; max_period_days: number | null } | undefined
}

function LimitFields({ readOnly, limits }: LimitProps) {
  const { t } = useTranslation('guest-access')
  const hasPeriod = useWatch<GuestKeyForm, 'period_restrict_active'>({
    name: 'period_restrict_active',
  })
  const isCounted = useWatch<GuestKeyForm, 'has_pass_limit'>({ name: 'has_pass_limit' })
  const kind = useWatch<GuestKeyForm, 'kind'>({ name: 'kind' })
  const days = limits?.max_period_days ?? null
  const visits = limits?.max_passes_count ?? null
  return (
    <FieldGrid title={t('sections.limits')} text={t('sections.limitsText')}>
      <F.Switch
        name="period_restrict_active"
        label={t('fields.period')}
        help={days === null ? undefined : t('help.maxDays', { count: days })}
        isWide
        disabled={readOnly}
      />
      {hasPeriod && (
        <>
          <F.DateTime name="period_restrict_from" label={t('fields.from')} disabled={readOnly} />
          <F.DateTime
            name="period_restrict_to"
            label={t('fields.to')}
            isRequired
            disabled={readOnly}
          />
        </>
      )}
      <F.Switch
        name="has_pass_limit"
        label={t('fields.passLimit')}
        help={t('help.visits')}
        isWide
        disabled={readOnly}
      />
      {isCounted && (
        <F.Number
          name="pass_limit"
          label={t('fields.visitCount')}
          help={visits === null ? undefined : t('help.maxVisits', { count: visits })}
          min={1}
          max={visits ?? MAX_VISITS}
          isRequired
          disabled={readOnly}
        />
      )}
      {kind !== 'license_plate' && <HoursFields readOnly={readOnly} />}
    </FieldGrid>
  )
}

/** Of a recurring key. */
function HoursFields({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('guest-access')
  const hasHours = useWatch<GuestKeyForm, 'has_hours'>({ name: 'has_hours' })
  return (
    <>
      <F.Switch
        name="has_hours"
        label={t('fields.hours')}
        help={t('help.hours')}
        isWide
        disabled={readOnly}
      />
      {hasHours && (
        <>
          <F.Select
            name="weekdays"
            label={t('fields.weekdays')}
            options={WEEKDAYS.map((value) => ({ value, label: t(`options.weekdays.${value}`) }))}
            isMultiple
            isRequired
            isWide
            disabled={readOnly}
          />
          <F.Text
            name="hours_from"
            label={t('fields.hoursFrom')}
            placeholder="09:00"
            isRequired
            disabled={readOnly}
          />
          <F.Text
            name="hours_to"
            label={t('fields.hoursTo')}
            placeholder="18:00"
            isRequired
            disabled={readOnly}
          />
        </>
      )}
    </>
  )
}
