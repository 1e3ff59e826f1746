import { useTranslation } from 'react-i18next'
import { FieldGrid } from '@/kit/form'
import { F, type TabProps } from './fields'
import { FloorMap } from './FloorMap'
import { LIFT_MODES } from '../settingsSchema'
import { LicensedSwitch } from './LicensedSwitch'

const RELAYS = ['COM-NC', 'COM-NO'].map((value) => ({ value, label: value }))

export function LiftTab({ readOnly }: TabProps) {
  const { t } = useTranslation('devices')
  const at = 'device_settings.lift_controller.settings'
  const time = { unit: t('seconds'), max: 600, disabled: readOnly }
  return (
    <>
      <FieldGrid title={t('lift.title')} text={t('lift.text')}>
        <LicensedSwitch
          name="device_settings.lift_controller.enabled"
          label={t('lift.enabled')}
          feature="elevator"
          readOnly={readOnly}
        />
        <F.Switch name={`${at}.invert_all_relays`} label={t('lift.invert')} disabled={readOnly} />
        <F.Select
          name={`${at}.device_mode`}
          label={t('lift.mode')}
          disabled={readOnly}
          options={LIFT_MODES.map((value) => ({
            value,
            label: t(`options.liftModes.${value}`),
          }))}
        />
        <F.Select
          name={`${at}.relay_mode`}
          label={t('lift.relay')}
          options={RELAYS}
          disabled={readOnly}
        />
        <F.Number name={`${at}.relay_open_time`} label={t('lift.openTime')} min={1} {...time} />
        <F.Number
          name={`${at}.lift_release_time.card`}
          label={t('lift.releaseCard')}
          min={0}
          {...time}
        />
        <F.Number
          name={`${at}.lift_release_time.api`}
          label={t('lift.releaseApi')}
          min={0}
          {...time}
        />
      </FieldGrid>
      <FloorMap readOnly={readOnly} />
    </>
  )
}
