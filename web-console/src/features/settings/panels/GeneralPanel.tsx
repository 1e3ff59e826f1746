import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LOCALES, TIME_FORMATS } from '@/api/profile'
import { FieldGrid, SettingsForm, typedFields } from '@/kit/form'
import { useSaving } from '../useSaving'
import { generalSource, IDENTIFIER_FORMATS, type GeneralForm } from './general'
import { RegistrationFields } from './RegistrationFields'
import { SelfRegistrationFields } from './SelfRegistrationFields'

const F = typedFields<GeneralForm>()

/** Zone, formats, languages and who may register. */
export default function GeneralPanel() {
  const { t } = useTranslation('settings')
  const { control, readOnly } = useSaving(generalSource)
  const zones = useMemo(
    () =>
      ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
        (zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }),
      ),
    [],
  )
  const languages = LOCALES.map((value) => ({ value, label: t(`options.locales.${value}`) }))
  return (
    <SettingsForm control={control} label={t('options.tabs.general')} disabled={readOnly}>
      <FieldGrid title={t('general.place')} text={t('general.placeText')}>
        <F.Select name="time_zone" label={t('general.timeZone')} options={zones} isRequired />
        <F.Select
          name="time_format"
          label={t('general.timeFormat')}
          isRequired
          options={TIME_FORMATS.map((value) => ({ value, label: sample(value) }))}
        />
        <F.Select
          name="locale"
          label={t('general.locale')}
          help={t('general.localeText')}
          options={languages}
          isRequired
        />
        <F.Select
          name="locales"
          label={t('general.locales')}
          help={t('general.localesText')}
          options={languages}
          isMultiple
          isRequired
        />
        <F.Select
          name="identifier_format"
          label={t('general.identifierFormat')}
          options={IDENTIFIER_FORMATS.map((value) => ({
            value,
            label: t(`options.identifierFormats.${value}`),
          }))}
          isRequired
        />
        <F.Switch
          name="face_consent_required"
          label={t('general.faceConsent')}
          help={t('general.faceConsentText')}
        />
      </FieldGrid>
      <FieldGrid title={t('retention.title')} text={t('retention.text')}>
        <F.Number name="event_days" label={t('retention.events')} min={7} max={3_650} isRequired />
        <F.Number
          name="event_image_days"
          label={t('retention.images')}
          min={1}
          max={365}
          isRequired
        />
      </FieldGrid>
      <RegistrationFields />
      <SelfRegistrationFields />
    </SettingsForm>
  )
}

/** Separators as dates are shown with: each format has its own. */
const SHOWN = {
  'DD-MM-YYYY': '31.12.2026',
  'MM-DD-YYYY': '12/31/2026',
  'YYYY-MM-DD': '2026-12-31',
} as const

const sample = (format: keyof typeof SHOWN) => SHOWN[format]
