import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { accessRules } from '@/features/access-rules'
import { FeatureLack, groups } from '@/features/groups'
import { FieldGrid, RowList, ToggleField, typedFields } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import { WEEKDAYS, weekdayName } from '@/kit/time'
import { emptyItem, type AmenityForm } from './schema'
import { clock } from './week'

const F = typedFields<AmenityForm>()

const groupSource = pickerOf(groups)
const ruleSource = pickerOf(accessRules)

const QUARTER = 900
/** Times of a day, every quarter of an hour. */
const TIMES = Array.from({ length: 97 }, (_, at) => ({
  value: at * QUARTER,
  label: clock(at * QUARTER),
}))

/** Every field of an amenity. */
export function AmenityFields() {
  const { t } = useTranslation('amenities')
  return (
    <>
      <FieldGrid title={t('sections.what')}>
        <F.Text name="name" label={t('fields.name')} maxLength={100} isRequired />
        <F.Text name="address" label={t('fields.address')} maxLength={200} />
        <F.TextArea name="description" label={t('fields.description')} rows={2} isWide />
      </FieldGrid>
      <FieldGrid title={t('sections.who')} text={t('sections.whoText')}>
        <F.Ref
          name="domains"
          label={t('fields.domains')}
          source={groupSource}
          isMultiple
          isRequired
        />
        <F.Ref
          name="access_rules"
          label={t('fields.access_rules')}
          help={t('help.access_rules')}
          source={ruleSource}
          isMultiple
          isRequired
        />
        <FeatureLack name="domains" feature="amenity" />
      </FieldGrid>
      <HoursFields />
      <FieldGrid title={t('sections.places')}>
        <F.Number
          name="number_of_persons.max"
          label={t('fields.max')}
          help={t('help.max')}
          min={1}
          max={500}
          isRequired
        />
        <F.Number
          name="number_of_persons.min"
          label={t('fields.min')}
          min={1}
          max={500}
          isRequired
        />
        <F.Switch
          name="is_exclusive"
          label={t('fields.is_exclusive')}
          help={t('help.is_exclusive')}
        />
        <F.Number name="live_per_user" label={t('fields.live_per_user')} min={1} max={100} />
      </FieldGrid>
      <FieldGrid title={t('sections.when')}>
        <F.Number
          name="horizon_days"
          label={t('fields.horizon_days')}
          min={1}
          max={365}
          unit={t('units.days')}
        />
        <F.Number
          name="cancel_before"
          label={t('fields.cancel_before')}
          help={t('help.cancel_before')}
          min={0}
          max={43_200}
          unit={t('units.minutes')}
        />
        <F.Number
          name="lead"
          label={t('fields.lead')}
          help={t('help.lead')}
          min={0}
          max={1440}
          unit={t('units.minutes')}
        />
      </FieldGrid>
    </>
  )
}

function HoursFields() {
  const { t, i18n } = useTranslation('amenities')
  const locale = i18n.resolvedLanguage ?? 'en'
  const days = useMemo(
    () => WEEKDAYS.map((value) => ({ value, label: weekdayName(value, locale) })),
    [locale],
  )
  const zones = useMemo(
    () => [
      { value: '', label: t('projectZone') },
      ...['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
        (value) => ({ value, label: value }),
      ),
    ],
    [t],
  )
  return (
    <FieldGrid title={t('sections.hours')} text={t('sections.hoursText')}>
      <F.Number
        name="time_slots.duration"
        label={t('fields.duration')}
        min={5}
        max={1440}
        step={5}
        unit={t('units.minutes')}
        isRequired
      />
      <F.Select name="time_zone" label={t('fields.time_zone')} options={zones} />
      <RowList
        name="time_slots.items"
        label={t('fields.items')}
        addLabel={t('addHours')}
        rowLabel={(number) => t('hoursRow', { number })}
        empty={emptyItem}
        max={168}
      >
        {(at) => (
          <>
            <ToggleField
              name={`time_slots.items.${at}.days`}
              label={t('fields.days')}
              options={days}
              isCalendar
              isWide
              isRequired
            />
            <F.Select
              name={`time_slots.items.${at}.from`}
              label={t('fields.from')}
              options={TIMES}
              isRequired
            />
            <F.Select
              name={`time_slots.items.${at}.to`}
              label={t('fields.to')}
              options={TIMES}
              isRequired
            />
          </>
        )}
      </RowList>
    </FieldGrid>
  )
}
